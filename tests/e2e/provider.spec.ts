/** Signing in with a real provider in the browser. */
import { createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { type OidcProvider, openOidcProvider } from '#tests/oidc-provider.ts'
import { test as base, logInAs } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { loseNothing } from './screen-checks.ts'
import { heading, main, visit } from './screens.ts'
import { openTestApp, type RunningApp } from './server.ts'
import { expect } from './site.ts'

/** The provider has to know the address of the site before the site starts. */
function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port)
        else reject(new Error('There is no free port.'))
      })
    })
  })
}

const test = base.extend<object, { app: RunningApp; known: { provider: OidcProvider; port: number } }>({
  known: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const port = await freePort()
      const provider = await openOidcProvider([`http://127.0.0.1:${port}`])
      await use({ provider, port })
      await provider.close()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ known: { provider, port } }, use) => {
      const address = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` }
      const app = await openTestApp({ ...provider.environment, ...address })
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

/** The form of the provider. */
async function logInThere(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('x')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}

/** The same, and its question whether the site may know the person, which it asks once. */
async function signInThere(page: Page, login: string): Promise<void> {
  await logInThere(page, login)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function isFineAt390(page: Page, what: string): Promise<void> {
  expect(await violationsIn(page, undefined)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await loseNothing(page, what)
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('a person signs in with their organisation, fills in the form and is back where they were', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 40[14]|requested another site: (http:\/\/127|https:\/\/fonts\.googleapis)/)
  // The provider's own page asks for a font.
  await page.context().route('https://fonts.googleapis.com/**', (route) => route.fulfill({ body: '' }))
  await visit(page, '/learning')
  await expect(main(page).getByText('Log in to see your learning.')).toBeVisible()
  await isFineAt390(page, '/login with a provider')
  await main(page).getByRole('button', { name: 'School account' }).click()
  await signInThere(page, 'maria')
  await expect(main(page).getByText('You signed in as maria@school.example.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await isFineAt390(page, 'the form of the first sign-in')
  await main(page).getByLabel('Name').fill('M')
  await main(page).getByRole('button', { name: 'Create account' }).click()
  await expect(main(page).getByText('Name must be 2 to 50 characters.')).toBeVisible()
  await main(page).getByLabel('Name').fill('Maria Gomez')
  await main(page).getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/learning/)

  await visit(page, '/account/security')
  await expect(heading(page, 'Sign-in with School account')).toBeVisible()
  await expect(main(page).getByText('maria@school.example')).toBeVisible()
  await isFineAt390(page, '/account/security with a provider')

  // Without a password, the provider confirms who the user is, in a window of its own.
  await main(page).getByRole('button', { name: 'Set a password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New password').fill('plum trees in april 44')
  await dialog.getByLabel('Confirm password').fill('plum trees in april 44')
  const opening = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Confirm with School account' }).click()
  const popup = await opening
  await logInThere(popup, 'maria')
  await expect(dialog).toBeHidden()
  await expect(main(page).getByRole('button', { name: 'Change password' })).toBeVisible()
})

test('an admin tests the connection and maps the claims', async ({ page, prepare }) => {
  const admin = await prepare.admin()
  await logInAs(page, admin)
  await visit(page, '/admin/settings')
  await main(page).getByRole('button', { name: 'Test the connection' }).click()
  await expect(main(page).getByText(/School account answered in/)).toBeVisible()
  await isFineAt390(page, '/admin/settings with a provider')
})
