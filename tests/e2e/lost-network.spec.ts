import type { Page } from '@playwright/test'
import { pictureFile, toast } from './account-forms.ts'
import { expect, logInAs, type Published, test, unique } from './accounts.ts'
import { visit } from './screens.ts'

/** The browser's own console message about a lost network. */
const NO_NETWORK =
  /net::ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module|Unable to preload CSS/
const LOST = 'The connection was lost.'
const NOT_SAVED = `${LOST} Nothing was saved.`

const watchOf = ({ id, courses }: Published) => `/watch-video/${id}/${courses[0]?._id}`
const titled = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Starts to use the page, so that its event stream is open and its toasts are loaded. */
async function begin(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Shift')
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeAttached({ timeout: 500 })
  }).toPass()
}

/** True when the page has downloaded this script and everything that the script imports. */
const isDownloaded = (page: Page, script: string) =>
  page.evaluate(async (name) => {
    const found = performance.getEntriesByType('resource').find((entry) => entry.name.includes(`/${name}-`))
    if (found) await import(found.name)
    return found !== undefined
  }, script)

test.beforeEach(({ allowConsole }) => allowConsole(NO_NETWORK))

test('a like and a comment that are lost are rolled back; the text stays, and both work later', async ({
  page,
  context,
  prepare,
}) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  await logInAs(page, await prepare.member('Student'))
  await page.goto(watchOf(published))
  await expect(titled(page, 'No comments for this course yet.')).toBeVisible()
  const text = page.getByLabel('Add a comment')
  await text.pressSequentially('Kept in the rain.')
  const entry = page.getByRole('listitem').filter({ hasText: 'Kept in the rain.' })

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add Comment' }).click()
  await expect(toast(page, NOT_SAVED)).toBeVisible()
  await expect(entry).toHaveCount(0)
  await expect(text).toHaveValue('Kept in the rain.')
  await page.getByRole('button', { name: 'Like', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Like', exact: true })).toBeVisible()
  await expect(page.getByText('0 likes', { exact: true })).toBeVisible()

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Add Comment' }).click()
  await expect(entry.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(text).toHaveValue('')
  await page.getByRole('button', { name: 'Like', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Liked' })).toBeVisible()

  await entry.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Edit your comment').fill('Changed in the rain.')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Edit your comment')).toHaveValue('Changed in the rain.')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Changed in the rain.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused()

  // A tab that was opened without a network gets its style sheets when the network is back.
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.css'))
  const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/readyz'))
  await context.setOffline(true)
  await page.getByRole('tab', { name: 'Notes' }).click()
  await lost
  // The network comes back after the page has asked for the server.
  await asked
  await context.setOffline(false)
  await expect(page.getByLabel('Your note')).toHaveCSS('resize', 'vertical')
})

test('a save that is lost says so and works later; so does an unsave', async ({ page, context, prepare }) => {
  const { id, title } = await prepare.publish(await prepare.member('Teacher'))
  const student = await prepare.member('Student')
  await logInAs(page, student)
  await page.goto(`/playlist-details/${id}`)
  await begin(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save Playlist' }).click()
  await expect(toast(page, 'Save failed')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Save Playlist' }).click()
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible()

  await page.goto(`/user-saved-playlist/${student.id}`)
  await begin(page)
  const unsave = page.getByRole('button', { name: `Unsave ${title}` })
  await context.setOffline(true)
  await unsave.click()
  await expect(toast(page, NOT_SAVED)).toBeVisible()
  await expect(titled(page, title)).toBeVisible()
  await context.setOffline(false)
  await unsave.click()
  await expect(titled(page, 'No saved playlists yet.')).toBeVisible()
})

test('a search without a network keeps its words and is done when the network is back', async ({
  page,
  context,
  prepare,
}) => {
  const word = `lighthouse${unique()}`
  await prepare.publish(await prepare.member('Teacher'), { title: word })
  await visit(page, '/')
  const box = page.getByRole('searchbox', { name: 'Search courses' })
  const bar = page.getByRole('region', { name: 'Connection' })
  await context.setOffline(true)
  await box.fill(word)
  await box.press('Enter')
  await expect(bar).toHaveText('You are offline.')
  await expect(box).toHaveValue(word)
  await context.setOffline(false)
  await expect(page.getByRole('link', { name: `View Playlist: ${word}` })).toBeVisible()
  await expect(box).toHaveValue(word)

  await begin(page)
  await context.setOffline(true)
  await box.fill(`${word} again`)
  await box.press('Enter')
  await expect(titled(page, LOST)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(`for “${word} again”`)).toBeVisible()
})

test('a form that is lost keeps all typed text and can be sent again', async ({ page, context, prepare }) => {
  const title = `Knots ${unique()}`
  await logInAs(page, await prepare.member('Teacher'))
  await page.goto('/teacher-dashboard/add-playlist')
  await begin(page)
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Category').selectOption('science')
  await page.getByLabel('Playlist image').setInputFiles(await pictureFile('knots.jpg', '#0b7a74'))
  await page.getByLabel('Description').fill('Tied slowly.')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add Playlist' }).click()
  await expect(toast(page, NOT_SAVED)).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title)
  await expect(page.getByLabel('Description')).toHaveValue('Tied slowly.')
  await expect(page.getByText('knots.jpg')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Add Playlist' }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
})

test('a list that could not be loaded says so and loads on a retry', async ({ page, prepare }) => {
  const { title } = await prepare.publish(await prepare.member('Teacher'))
  await page.goto('/courses')
  await expect(titled(page, title)).toBeVisible()
  await page.route('**/api/playlists?**', (route) => route.abort('internetdisconnected'))
  await page.getByRole('button', { name: 'science', exact: true }).click()
  await expect(titled(page, LOST)).toBeVisible()
  await page.unroute('**/api/playlists?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(titled(page, title)).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('a log-out without a network still asks and logs out', async ({ page, context, prepare }) => {
  await logInAs(page, await prepare.member('Student'))
  await visit(page, '/')
  const menu = page.getByRole('complementary', { name: 'Side menu' })
  await menu.getByText('Student', { exact: true }).click()
  // The first press downloads the dialog.
  await expect.poll(() => isDownloaded(page, 'logout-overlay')).toBe(true)
  await context.setOffline(true)
  await menu.getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('button', { name: 'Yes, log me out!' }).click()
  await expect(menu.getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('currentUser'))).toBeNull()
})
