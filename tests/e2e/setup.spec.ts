import type { Page } from '@playwright/test'
import { test as base } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { loseNothing } from './screen-checks.ts'
import { heading, main, visit } from './screens.ts'
import { openTestApp, type RunningApp } from './server.ts'
import { expect } from './site.ts'
import { tabTo } from './tab-to.ts'

/** A site without any account. */
const test = base.extend<object, { app: RunningApp }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const app = await openTestApp({ ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined })
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

/** The code in the terminal. */
async function codeIn({ log }: RunningApp): Promise<string> {
  const code = () => /setup and enter the code (\S+)\./.exec(log())?.[1] ?? ''
  await expect.poll(code).not.toBe('')
  return code()
}

const hint = (page: Page) => page.getByRole('region', { name: 'Setup' })

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, main(page).getByLabel(label, { exact: true }))
  await page.keyboard.insertText(text)
}

test('a stranger finds the setup on an empty site and becomes its admin, by keyboard alone', async ({
  page,
  app,
  allowConsole,
}) => {
  allowConsole(/status of 400/)
  for (const path of ['/login', '/register', '/']) {
    await visit(page, path)
    await expect(hint(page)).toContainText('This site has no admin yet.')
  }
  await visit(page, '/about')
  await expect(hint(page)).toHaveCount(0)
  await visit(page, '/')
  await tabTo(page, hint(page).getByRole('link', { name: 'Set up' }))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Set up this site')).toBeVisible()

  await type(page, 'Code from the terminal', 'AAAA-AAAA')
  await type(page, 'Your name', 'Helen Park')
  await type(page, 'Email', 'helen@riverside.example')
  await type(page, 'Password', 'plum trees in april 44')
  await type(page, 'Confirm password', 'plum trees in april 44')
  await page.keyboard.press('Enter')
  await expect(main(page).getByText('This code is not right.')).toBeVisible()
  expect(await violationsIn(page, undefined)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await loseNothing(page, '/setup at 390 px')
  await page.setViewportSize({ width: 1440, height: 900 })

  // What was typed is still there, and the focus is on the field that was wrong.
  await expect(main(page).getByLabel('Code from the terminal')).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText((await codeIn(app)).toLowerCase())
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Admin')).toBeVisible()
  await expect(page).toHaveURL(/\/admin/)

  await page.evaluate(() => localStorage.clear())
  await visit(page, '/')
  await expect(hint(page)).toHaveCount(0)
  await visit(page, '/setup')
  await expect(heading(page, 'This site is set up')).toBeVisible()
})
