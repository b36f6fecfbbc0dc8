/** Input on a page that is rendered but not yet hydrated, as on a slow connection, is not lost. */
import type { Page } from '@playwright/test'
import { pictureFile } from './account-forms.ts'
import { expect, logInAs, test } from './accounts.ts'

const ADD_PLAYLIST = '/teacher-dashboard/add-playlist'

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const title = (page: Page) => page.getByLabel('Title', { exact: true })

/** Opens an address as on a slow connection. Returns a function that lets its scripts load. */
async function openUnfinished(page: Page, address: string): Promise<() => void> {
  const arrived = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await arrived.promise
    await route.fallback()
  })
  await page.goto(address, { waitUntil: 'commit' })
  return arrived.resolve
}

test('text typed before hydration stays, and a button pressed before it works after it', async ({
  page,
  prepare,
}) => {
  await logInAs(page, await prepare.member('Teacher'))
  await test.step('text', async () => {
    const finish = await openUnfinished(page, ADD_PLAYLIST)
    await title(page).fill('Written early')
    await page.getByLabel('Description').fill('While the page was on its way.')
    await page.getByLabel('Playlist image').setInputFiles(await pictureFile('early.jpg', '#7ac62a'))
    finish()
    await expect(page.getByText('early.jpg')).toBeVisible()
    await page.getByLabel('Category').selectOption('design')
    await page.getByRole('button', { name: 'Add Playlist' }).click()
    await expect(page.getByRole('heading', { name: 'Written early', level: 1 })).toBeVisible()
    await page.getByRole('link', { name: 'Playlist table' }).click()
    await expect(row(page, 'Written early')).toContainText('design')
  })
  await test.step('a button', async () => {
    const finishHome = await openUnfinished(page, '/')
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Profile' })).toBeHidden()
    finishHome()
    await expect(page.getByRole('dialog', { name: 'Profile' })).toBeVisible()

    const finishForm = await openUnfinished(page, ADD_PLAYLIST)
    await title(page).fill('Written and sent early')
    await page.getByRole('button', { name: 'Add Playlist' }).click()
    finishForm()
    await expect(page.getByLabel('Playlist image')).toHaveAccessibleDescription('Image is required.')
    await expect(title(page)).toHaveValue('Written and sent early')
    await expect(title(page)).not.toHaveAttribute('aria-invalid', 'true')
    await expect(page).toHaveURL(ADD_PLAYLIST)
  })
})

test('typing during hydration loses no letter', async ({ page }) => {
  const finish = await openUnfinished(page, '/')
  await page.evaluate(() =>
    addEventListener('hydrated', () => document.documentElement.classList.add('is-hydrated')),
  )
  const box = page.getByRole('searchbox', { name: 'Search courses' })
  await box.pressSequentially('calc')
  finish()
  await box.pressSequentially('ul')
  await expect(page.locator('html.is-hydrated')).toBeAttached()
  await box.pressSequentially('us')
  await expect(box).toHaveValue('calculus')
})

test('an empty search before hydration leads nowhere, and words do', async ({ page }) => {
  const finish = await openUnfinished(page, '/about')
  const box = page.getByRole('searchbox', { name: 'Search courses' })
  const search = page.getByRole('button', { name: 'Search', exact: true })
  const isRefused = () => box.evaluate((field: HTMLInputElement) => !field.validity.valid)
  const requested: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && requested.push(request.url()))
  for (const blank of ['', '   ']) {
    await box.fill(blank)
    await search.click()
    await box.press('Enter')
    expect(await isRefused(), blank).toBe(true)
  }
  expect(requested).toEqual([])
  await box.fill(' knots ')
  await search.click()
  finish()
  await expect(page).toHaveURL(/\/course-search\?q=\+knots\+$/)
  // From then on the site itself says that the search is empty.
  await expect(box).not.toHaveAttribute('required')
})

test('a stored user that is incomplete counts as logged out before hydration, too', async ({
  page,
  prepare,
}) => {
  await logInAs(page, await prepare.member('Student'))
  const stored = await page.evaluate(() => localStorage.getItem('currentUser') ?? '')
  const loggedIn = page.locator('html[data-user]')
  await openUnfinished(page, '/about')
  await expect(loggedIn).toBeAttached()
  for (const change of [
    { profilePhoto: {} },
    { profilePhoto: null },
    { token: undefined },
    { isAdmin: 'no' },
  ]) {
    const incomplete = JSON.stringify({ ...JSON.parse(stored), ...change })
    await page.evaluate((user) => localStorage.setItem('currentUser', user), incomplete)
    await page.reload({ waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 }), incomplete).toBeVisible()
    await expect(loggedIn, incomplete).toHaveCount(0)
  }
})

test('a role chosen before hydration stays chosen', async ({ page }) => {
  const finish = await openUnfinished(page, '/register')
  await page.getByRole('radio', { name: 'Other' }).click()
  finish()
  await expect(page.getByRole('radio', { name: 'Other' })).toBeChecked()
  await expect(page.getByLabel('Profession')).toBeVisible()
})

test('a page whose scripts do not arrive is loaded again when the server is back', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_CONNECTION_REFUSED/)
  await page.clock.install()
  const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.js'))
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort('connectionrefused'))
  await page.goto('/about')
  // The scripts wait for the first paint.
  await page.clock.runFor(1000)
  await refused
  await page.unrouteAll()
  const loaded = page.waitForRequest((request) => request.isNavigationRequest())
  await page.clock.runFor(5000)
  await loaded
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.clock.runFor(1000)
  await expect(page.getByRole('dialog', { name: 'Profile' })).toBeVisible()
})
