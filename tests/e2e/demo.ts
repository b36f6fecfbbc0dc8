import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
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

/** Tests of a site with the demo content that `npm start` seeds. */
export const test = base.extend<Demo, { app: RunningApp }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      // Drawing and preparing its film would take a core for a minute; server/demo/own-video.test.ts has that.
      const environment = { ...WITHOUT_FFMPEG, DEMO_CONTENT: 'true', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }
      const app = await openTestApp(environment)
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 90_000 },
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
