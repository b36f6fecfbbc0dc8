/** A teacher's own playlists: the table, deleting and editing. */
import type { Page } from '@playwright/test'
import { pictureFile, toast } from './account-forms.ts'
import { expect, logInAs, test, unique } from './accounts.ts'

const DASHBOARD = '/teacher-dashboard'

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const dialog = (page: Page) => page.getByRole('alertdialog')
const sideMenu = (page: Page) => page.getByRole('complementary', { name: 'Side menu' })

test('the table shows one’s own playlists of every status, cut to the limits of the specification', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const other = await prepare.publish(await prepare.member('Teacher'))
  const long = await prepare.publish(teacher, {
    description: `${'x'.repeat(50)}y`,
    category: 'music',
    status: 'approved',
    courses: [{ status: 'pending' }, {}],
  })
  const short = await prepare.publish(teacher, {
    title: `${'A title of several words '.repeat(4)}${unique()}`,
    description: 'z'.repeat(50),
    category: 'photography',
    status: 'cancel',
  })
  await logInAs(page, teacher)
  await page.goto(DASHBOARD)

  await test.step('newest first, and only their own', async () => {
    await expect(page.getByRole('row')).toHaveCount(3)
    await expect(page.getByRole('row').nth(1)).toContainText(short.title)
    await expect(page.getByRole('row').nth(2)).toContainText(long.title)
    await expect(row(page, other.title)).toHaveCount(0)
    await expect(page.getByRole('columnheader')).toHaveText([
      'Playlist',
      'Category',
      'Videos',
      'Status',
      'Created',
      'Actions',
    ])
  })
  await test.step('a description of 51 characters is cut at 50 plus " ...", one of 50 is whole', async () => {
    await expect(row(page, long.title).getByText(`${'x'.repeat(50)} ...`, { exact: true })).toBeVisible()
    await expect(row(page, short.title).getByText('z'.repeat(50), { exact: true })).toBeVisible()
  })
  await test.step('date of 10 characters, status, category and number of videos', async () => {
    const cells = row(page, long.title).getByRole('cell')
    await expect(cells.nth(1)).toHaveText('music')
    await expect(cells.nth(2)).toHaveText('2')
    await expect(cells.nth(3)).toHaveText('Approved')
    await expect(cells.nth(4)).toHaveText(long.playlist.createdAt.slice(0, 10))
    await expect(row(page, short.title).getByRole('cell').nth(3)).toHaveText('Rejected')
  })
  await test.step('a category is never broken inside its word', async () => {
    for (const width of [1440, 1200, 930, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const word = row(page, short.title).getByText('photography', { exact: true })
      expect(await word.evaluate((each) => each.getClientRects().length)).toBe(1)
      const { height } = (await word.boundingBox()) ?? { height: Number.NaN }
      expect(height).toBeLessThan(20)
    }
  })
  await test.step('View leads to the playlist, also to a hidden one', async () => {
    await page.getByRole('link', { name: `View ${short.title}` }).click()
    await expect(page).toHaveURL(`/playlist-details/${short.id}`)
    await expect(page.getByRole('heading', { name: short.title })).toBeVisible()
  })
})

test('a deleted playlist leaves every list of this tab at once', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const remaining = await prepare.publish(teacher)
  const gone = await prepare.publish(teacher, { courses: [{}] })
  const card = page.getByRole('link', { name: `View Playlist: ${gone.title}` })
  await logInAs(page, teacher)
  await page.goto('/courses')
  await expect(card).toBeVisible()
  await sideMenu(page).getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('button', { name: `Delete ${gone.title}` }).click()
  await dialog(page).getByRole('button', { name: 'Move to trash' }).click()
  await expect(toast(page, `“${gone.title}” is in the trash.`)).toBeVisible()
  await expect(row(page, gone.title)).toHaveCount(0)
  await expect(row(page, remaining.title)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your playlists' })).toBeFocused()

  await test.step('the choice of playlists for courses', async () => {
    await page.getByRole('link', { name: 'Courses table' }).click()
    await expect(page.getByLabel('Playlist', { exact: true }).locator('option')).toHaveText([
      'Choose a playlist',
      remaining.title,
    ])
  })
  await test.step('and the public grid, which was read before', async () => {
    await sideMenu(page).getByRole('link', { name: 'Courses' }).click()
    await expect(page.getByRole('link', { name: `View Playlist: ${remaining.title}` })).toBeVisible()
    await expect(card).toHaveCount(0)
  })
})

test('an edited playlist keeps its status and shows the change to all users', async ({
  page,
  prepare,
  newPerson,
}) => {
  const teacher = await prepare.member('Teacher')
  const { id, title, playlist } = await prepare.publish(teacher, { category: 'science' })
  const renamed = `Renamed ${unique()}`
  await logInAs(page, teacher)
  await page.goto(DASHBOARD)
  await page.getByRole('link', { name: `Edit ${title}` }).click()
  await expect(page).toHaveURL(`${DASHBOARD}/edit-playlist/${id}`)
  await expect(page).toHaveTitle('Edit playlist · Lectern')

  await test.step('the form shows the current values', async () => {
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title)
    await expect(page.getByLabel('Category')).toHaveValue('science')
    await expect(page.getByLabel('Description')).toHaveValue(playlist.description)
    await expect(page.getByText('Current picture')).toBeVisible()
  })
  await test.step('a missing value is reported at its field', async () => {
    await page.getByLabel('Title', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Update Playlist' }).click()
    await expect(page.getByLabel('Title', { exact: true })).toHaveAccessibleDescription(
      'Title must be 3 to 120 characters.',
    )
    await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
  })
  await test.step('everything changes, the picture too', async () => {
    await page.getByLabel('Title', { exact: true }).fill(renamed)
    await page.getByLabel('Category').selectOption('music')
    await page.getByLabel('Description').fill('Told anew.')
    await page.getByLabel('Playlist image').setInputFiles(await pictureFile('new.jpg', '#c9a227'))
    await expect(page.getByText('new.jpg')).toBeVisible()
    await page.getByRole('button', { name: 'Update Playlist' }).click()
    await expect(toast(page, 'Playlist updated.')).toBeVisible()
    await expect(page).toHaveURL(DASHBOARD)
    const cells = row(page, renamed).getByRole('cell')
    await expect(cells.nth(0)).toContainText('Told anew.')
    await expect(cells.nth(1)).toHaveText('music')
    await expect(cells.nth(3)).toHaveText('Approved')
    const now = await teacher.call('playlists.get', { params: { playlistId: id } })
    expect(now.mainPlaylistImage.url).not.toBe(playlist.mainPlaylistImage.url)
  })
  await test.step('a visitor sees it so', async () => {
    const visitor = await newPerson()
    await visitor.goto(`/playlist-details/${id}`)
    await expect(visitor.getByRole('heading', { name: renamed })).toBeVisible()
    await expect(visitor.getByText('Told anew.')).toBeVisible()
  })
})
