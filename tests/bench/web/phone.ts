import { type Browser, chromium, type Page } from '@playwright/test'
import type { SessionUser } from '#contract/account/session-user.ts'
import { findBrowser } from '#scripts/browser.ts'
import { framePageOf } from '#tests/e2e/fake-video.ts'
import { CHROMIUM_FLAGS } from '#tests/lighthouse/visit.ts'
import { type MidRange, midRangeOn } from './mid-range.ts'
import { type Task, tasksOf } from './trace.ts'

/** The screen of Lighthouse's phone. */
const SCREEN = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

export interface Phone {
  page: Page
  /** Runs something in the browser and gives what its main thread did meanwhile. */
  tasksDuring: (work: () => Promise<unknown>) => Promise<Task[]>
  /** From now on as slow as the mid-range phone, and without what was thrown away until now. */
  slowDown: () => Promise<unknown>
  close: () => Promise<void>
}

interface PhoneOptions {
  home: string
  user?: SessionUser
  /** Without it the phone is a mid-range one from the start. */
  atFullSpeed?: boolean
}

/** Phones on this machine. */
export interface Phones {
  /** Chromium's. */
  version: string
  /** How many times each phone until now was slower than this machine. */
  slowdowns: readonly number[]
  /** A phone of its own each time: nothing is kept from another visit. */
  open: (options: PhoneOptions) => Promise<Phone>
  close: () => Promise<void>
}

/** Another phone, so many times slower than this machine, of which what is found is not kept. */
const ASKED = process.env.SLOWDOWN === undefined ? undefined : Number(process.env.SLOWDOWN)
export const isAnotherPhone = ASKED !== undefined

export async function startPhones(): Promise<Phones> {
  const executablePath = findBrowser()
  if (executablePath === undefined)
    throw new Error('The bench needs a Chromium: run `node scripts/browser.ts`.')
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  const slowdowns: number[] = []
  let midRange: MidRange | undefined
  const slowdown = async () => {
    if (ASKED !== undefined) return ASKED
    midRange ??= await midRangeOn(browser)
    return midRange.slowdown()
  }
  return {
    version: browser.version(),
    slowdowns,
    open: (options) =>
      openPhone(browser, options, async () => {
        const times = await slowdown()
        slowdowns.push(times)
        return times
      }),
    close: () => browser.close(),
  }
}

/** Notes every interaction as the browser times it: from the touch or key to the paint that answers it. */
const NOTE_INTERACTIONS = `
  window.interactionsSeen = []
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) window.interactionsSeen.push(duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
`

/** With `disabled-by-default-devtools.timeline` a picture that arrives goes through the whole document once more. */
const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-v8.compile']

async function openPhone(
  browser: Browser,
  { home, user, atFullSpeed = false }: PhoneOptions,
  slowdown: () => Promise<number>,
): Promise<Phone> {
  const context = await browser.newContext({ ...SCREEN, baseURL: home })
  // The video hosts' players are outside our control.
  await context.route(
    (address) => address.origin !== new URL(home).origin && /^https?:$/.test(address.protocol),
    (route) =>
      route.fulfill({ contentType: 'text/html', body: framePageOf(new URL(route.request().url()).host) }),
  )
  const page = await context.newPage()
  await page.addInitScript({ content: NOTE_INTERACTIONS })
  if (user) {
    await page.addInitScript((passed) => {
      if (location.protocol === 'http:') localStorage.setItem('currentUser', passed)
    }, JSON.stringify(user))
  }
  const session = await context.newCDPSession(page)
  const slowDown = async () => {
    await session.send('HeapProfiler.collectGarbage')
    await session.send('Emulation.setCPUThrottlingRate', { rate: await slowdown() })
  }
  if (!atFullSpeed) await slowDown()
  return {
    page,
    tasksDuring: (work) => traced(browser, work),
    slowDown,
    close: () => context.close(),
  }
}

async function traced(browser: Browser, work: () => Promise<unknown>): Promise<Task[]> {
  const session = await browser.newBrowserCDPSession()
  const events: unknown[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  })
  await work()
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return tasksOf(events)
}

/** Opens an address and waits until it is alive, shows everything, and has nothing left to fetch but news of its own. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'load' })
  await page.waitForFunction(() => {
    const first = document.getElementById('root')?.firstElementChild
    return (
      first !== null && first !== undefined && Object.keys(first).some((key) => key.startsWith('__react'))
    )
  })
  await quiet(page)
}

const QUIET_MS = 500
const QUIET_AT_MOST_MS = 30_000

/** Until nothing was fetched for half a second and nothing is waited for; a stream of news never ends, and is not counted. */
export async function quiet(page: Page): Promise<void> {
  await page.waitForFunction(
    (milliseconds) => {
      const last = performance.getEntriesByType('resource').at(-1)?.startTime ?? 0
      return (
        document.querySelector('#main [aria-busy="true"]') === null && performance.now() - last > milliseconds
      )
    },
    QUIET_MS,
    { timeout: QUIET_AT_MOST_MS },
  )
  await settled(page)
}

/** Until two frames were painted after what is on its way now. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) {
      const { promise, resolve } = Promise.withResolvers<number>()
      requestAnimationFrame(resolve)
      await promise
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve)
    await promise
  })
}
