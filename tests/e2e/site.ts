/**
 * What a journey starts from: `import { expect, test } from './site.ts'`. Each worker has a server of its own, and a
 * page that complains fails its test: console errors and warnings, uncaught errors, the content policy, strangers.
 */
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { startPostgres } from '#scripts/postgres.ts'
import { openTestApp, type RunningApp } from './server.ts'

export { expect }

interface Journey {
  /** Another person with a browser of their own, watched like `page`. */
  newPerson: () => Promise<Page>
  /**
   * Allows a line of the console in this test, for example the browser's own line about a 404 that the journey
   * wants: `allowConsole(/status of 404/)`.
   */
  allowConsole: (line: RegExp) => void
  complaints: string[]
  allowed: RegExp[]
}

/** Videos come from there; tests see an empty page instead. */
const PLAYER = 'https://www.youtube-nocookie.com/'

/** Notes everything in a browser context that a person with open developer tools would frown at. */
async function watch(context: BrowserContext, home: string, complaints: string[]): Promise<void> {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      complaints.push(`console.${message.type()}: ${message.text()} (${message.location().url})`)
    }
  })
  context.on('weberror', (problem) => complaints.push(`uncaught: ${problem.error().stack}`))
  await context.route(
    (url) => url.origin !== new URL(home).origin && /^https?:$/.test(url.protocol),
    (route) => {
      const address = route.request().url()
      if (!address.startsWith(PLAYER)) complaints.push(`asked a stranger: ${address}`)
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Elsewhere</title>' })
    },
  )
}

export interface Worker {
  /**
   * Files share a server. One that needs a site of its own, for example an empty one, names it:
   * `test.use({ site: 'nothing published' })`.
   */
  site: string
  /** What the server keeps its rows in; the project of playwright.config.ts says it. */
  engine: 'sqlite' | 'postgresql'
  app: RunningApp
}

/** A app whose rows are in a PostgreSQL of its own, which ends with it. */
async function openTestAppOnPostgres(): Promise<RunningApp> {
  const postgres = await startPostgres()
  try {
    const app = await openTestApp({ DATABASE_URL: postgres.url('postgres'), DATABASE_TIMEOUT_MS: '20000' })
    const stop = async () => {
      await app.stop()
      await postgres.stop()
    }
    return { ...app, stop }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

export const test = base.extend<Journey, Worker>({
  site: ['shared', { scope: 'worker', option: true }],
  engine: ['sqlite', { scope: 'worker', option: true }],
  app: [
    async ({ engine }, use) => {
      const app = engine === 'postgresql' ? await openTestAppOnPostgres() : await openTestApp()
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ app }, use) => use(app.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  allowed: async ({}, use) => use([]),
  allowConsole: async ({ allowed }, use) => use((line) => void allowed.push(line)),
  complaints: [
    async ({ allowed }, use) => {
      const complaints: string[] = []
      await use(complaints)
      expect(complaints.filter((line) => !allowed.some((pattern) => pattern.test(line)))).toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context, app, complaints }, use) => {
    await watch(context, app.url, complaints)
    await use(context)
  },
  newPerson: async ({ browser, app, complaints }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL: app.url })
      contexts.push(context)
      await watch(context, app.url, complaints)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})
