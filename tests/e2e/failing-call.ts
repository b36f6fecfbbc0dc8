import type { Page, Route } from '@playwright/test'
import { CALLS, type CallName } from '#contract/calls.ts'

/** What becomes of a call: lost on the way, or refused, with the sentence of the server or with none. */
export type Fate = 'lost' | { status: number; message?: string; code?: string }

const addressOf = (name: CallName) => new RegExp(`${CALLS[name][1].replace(/:\w+/g, '[^/?]+')}(\\?.*)?$`)

async function meet(route: Route, fate: Fate): Promise<void> {
  if (fate === 'lost') return route.abort('internetdisconnected')
  const { status, message, code = 'unexpected' } = fate
  // A server that says nothing is a proxy before it: its answer is not ours and has no sentence for a person.
  if (message === undefined) return route.fulfill({ status, contentType: 'text/html', body: '<h1>Bad</h1>' })
  return route.fulfill({ status, json: { success: false, message, code, requestId: 'r1' } })
}

/** Lets every call of that name fail from now on; what it gives back lets them through again. */
export async function failing(page: Page, name: CallName, fate: Fate): Promise<() => Promise<void>> {
  const [method] = CALLS[name]
  const address = addressOf(name)
  const handler = async (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    return meet(route, fate)
  }
  await page.route(address, handler)
  return () => page.unroute(address, handler)
}

/** Holds every call of that name back until it is released, so that the state meanwhile can be read at leisure. */
export async function holding(page: Page, name: CallName): Promise<() => void> {
  const [method] = CALLS[name]
  const released = Promise.withResolvers<void>()
  await page.route(addressOf(name), async (route) => {
    if (route.request().method() === method) await released.promise
    await route.fallback()
  })
  return released.resolve
}
