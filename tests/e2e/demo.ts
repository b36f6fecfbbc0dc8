import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { z } from 'zod'
import { WITHOUT_FFMPEG } from '#tests/start-lectern.ts'
import { openTestApp, type RunningApp } from './server.ts'
import { test as base } from './site.ts'

const Accounts = z.object({
  accounts: z.array(z.object({ role: z.string(), email: z.string(), password: z.string() })),
})

export type DemoRole = 'visitor' | 'Student' | 'Teacher' | 'Admin'

interface Demo {
  /** Logs the browser in as a demo user. Other tests cover the login form. */
  logInAs: (page: Page, role: DemoRole) => Promise<void>
}

// Drawing and preparing its film would take a core for a minute; server/demo/own-video.test.ts has that.
const DEMO = { ...WITHOUT_FFMPEG, DEMO_CONTENT: 'true', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }
const STARTS_WITHIN_MS = 90_000

/**
 * A data folder with the demo content. To seed one takes many seconds of processor time, so the first worker of a run does it
 * for all, in the output folder, which each run empties.
 */
async function seed(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  const isFirst = await mkdir(folder).then(
    () => true,
    () => false,
  )
  const done = `${folder}.done`
  if (!isFirst) return expect.poll(() => existsSync(done), { timeout: STARTS_WITHIN_MS }).toBe(true)
  try {
    await (await openTestApp({ ...DEMO, DATA_DIR: folder })).stop()
    await writeFile(done, '')
  } catch (error) {
    await rm(folder, { recursive: true })
    throw error
  }
}

/** Tests of a site with the demo content that `npm start` seeds. */
export const test = base.extend<Demo, { app: RunningApp }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use, { project }) => {
      const folder = join(project.outputDir, 'demo-site')
      await seed(folder)
      const app = await openTestApp(DEMO, { copyOf: folder })
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 2 * STARTS_WITHIN_MS },
  ],
  logInAs: async ({ app }, use) => {
    const { accounts } = Accounts.parse(
      JSON.parse(await readFile(join(app.dataDir, 'demo-accounts.json'), 'utf8')),
    )
    await use(async (page, role) => {
      if (role === 'visitor') return
      const { email, password } = accounts.find((account) => account.role === role) ?? {
        email: '',
        password: '',
      }
      const response = await page.request.post('/api/auth/login', { data: { email, password } })
      const { success: _success, message: _message, ...user } = await response.json()
      await page.addInitScript((stored) => localStorage.setItem('currentUser', stored), JSON.stringify(user))
    })
  },
})
