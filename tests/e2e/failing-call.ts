import type { Page, Route } from '@playwright/test'
import { CALLS, type CallName } from '#contract/calls.ts'

/** How a call fails: on the network, or with a status and perhaps a message of the server. */
export type Failure = 'lost' | { status: number; message?: string; code?: string }

const addressOf = (name: CallName) => new RegExp(`${CALLS[name][1].replace(/:\w+/g, '[^/?]+')}(\\?.*)?$`)

async function failCall(route: Route, failure: Failure): Promise<void> {
  if (failure === 'lost') return route.abort('internetdisconnected')
  const { status, message, code = 'unexpected' } = failure
  // Without a message the response is that of a proxy, which has no sentence for a user.
  if (message === undefined) return route.fulfill({ status, contentType: 'text/html', body: '<h1>Bad</h1>' })
  return route.fulfill({ status, json: { success: false, message, code, requestId: 'r1' } })
}

/** Makes every call of that name fail from now on. Returns a function that restores them. */
export async function failCalls(page: Page, name: CallName, failure: Failure): Promise<() => Promise<void>> {
  const [method] = CALLS[name]
  const address = addressOf(name)
  const handler = async (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    return failCall(route, failure)
  }
  await page.route(address, handler)
  return () => page.unroute(address, handler)
}

/** Delays every call of that name until it is released, so that a test can check the pending state. */
export async function holdCalls(page: Page, name: CallName): Promise<() => void> {
  const [method] = CALLS[name]
  const released = Promise.withResolvers<void>()
  await page.route(addressOf(name), async (route) => {
    if (route.request().method() === method) await released.promise
    await route.fallback()
  })
  return released.resolve
}
