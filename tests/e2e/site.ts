/**
 * The fixtures of every end-to-end test: `import { expect, test } from './site.ts'`. Each worker has its own server. A
 * test fails on console errors and warnings, uncaught errors, violations of the content policy, and requests to other sites.
 */
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { startPostgres } from '#scripts/postgres.ts'
import { HOSTS, startVideoHosts } from './fake-video.ts'
import { openTestApp, type RunningApp } from './server.ts'

export { expect }

interface Fixtures {
  /** Opens another browser context, watched like `page`. */
  newPerson: () => Promise<Page>
  /**
   * Allows a console message in this test, for example the browser's own about an expected 404:
   * `allowConsole(/status of 404/)`.
   */
  allowConsole: (line: RegExp) => void
  complaints: string[]
  allowed: RegExp[]
}

/** Records every complaint of the pages in a browser context. */
function watch(context: BrowserContext, home: string, complaints: string[]): void {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      complaints.push(`console.${message.type()}: ${message.text()} (${message.location().url})`)
    }
  })
  context.on('weberror', (problem) => complaints.push(`uncaught: ${problem.error().stack}`))
  const allowed = [`${home}/`, ...HOSTS]
  context.on('request', (request) => {
    const address = request.url()
    if (address.startsWith('http') && !allowed.some((start) => address.startsWith(start)))
      complaints.push(`requested another site: ${address}`)
  })
}

export interface WorkerFixtures {
  /**
   * Files share a server. A file that needs its own site, for example an empty one, names it:
   * `test.use({ site: 'nothing published' })`.
   */
  site: string
  /** The database engine, which the project in playwright.config.ts sets. */
  engine: 'sqlite' | 'postgresql'
  app: RunningApp
}

/** Starts the app on its own PostgreSQL, which stops with it. */
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

export const test = base.extend<Fixtures, WorkerFixtures>({
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
  launchOptions: [
    async ({ launchOptions }, use) => {
      const hosts = await startVideoHosts()
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...hosts.browserArgs] })
      await hosts.stop()
    },
    { scope: 'worker' },
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
    watch(context, app.url, complaints)
    await use(context)
  },
  newPerson: async ({ browser, app, complaints }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL: app.url })
      contexts.push(context)
      watch(context, app.url, complaints)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})
