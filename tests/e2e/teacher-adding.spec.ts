/** A teacher adds playlists and courses. */
import type { Locator, Page } from '@playwright/test'
import { pictureFile, toast } from './account-forms.ts'
import { expect, logInAs, test, unique } from './accounts.ts'
import { failCalls } from './failing-call.ts'

const DASHBOARD = '/teacher-dashboard'
const ADDED = 'Course added successfully and is pending admin approval'
/** How long the toasts of add-playlist and add-course stay; no other is within `NEAR_MS` of it. */
const STAYS_MS = 10_000
const NEAR_MS = 2000
const STEP_MS = 50
const CATEGORIES = ['business', 'design', 'development', 'marketing', 'music', 'photography', 'science']

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const title = (page: Page) => page.getByLabel(/^(Title|Video title)$/)
const form = (page: Page) => page.getByRole('form')

async function writePlaylist(page: Page, name: string): Promise<void> {
  await title(page).fill(name)
  await page.getByLabel('Category').selectOption('design')
  await page.getByLabel('Playlist image').setInputFiles(await pictureFile('cover.jpg', '#2a7ac6'))
  await page.getByLabel('Description').fill('How it is done.')
}

async function writeCourse(page: Page, name: string): Promise<void> {
  await title(page).fill(name)
  await page.getByLabel('Video link').fill('https://youtu.be/aircAruvnKk')
  await page.getByLabel('Video image').setInputFiles(await pictureFile('frame.jpg', '#7ac62a'))
  await page.getByLabel('Description').fill('One thing, done once.')
}

/** Advances the page's clock in steps until the condition holds, and returns the clock's time. */
async function clockWhen(page: Page, isSo: () => Promise<void>): Promise<number> {
  await expect(async () => {
    await page.clock.runFor(STEP_MS)
    await isSo()
  }).toPass({ intervals: [STEP_MS] })
  return page.evaluate(() => Date.now())
}

/** Only these steps advance the page's clock, so a slow machine does not change the result. */
async function expectToStay(page: Page, message: Locator, press: () => Promise<void>): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await press()
  const shownAt = await clockWhen(page, () => expect(message).toBeVisible({ timeout: STEP_MS }))
  await page.clock.runFor(STAYS_MS - NEAR_MS)
  await expect(message).toBeVisible()
  await page.clock.runFor(NEAR_MS)
  const gone = await clockWhen(page, () => expect(message).toHaveCount(0, { timeout: STEP_MS }))
  expect(gone - shownAt).toBeLessThan(STAYS_MS + NEAR_MS)
  await page.clock.resume()
}

test('the categories are offered, and a file that is no picture is rejected', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(/status of 400/)
  await logInAs(page, await prepare.member('Teacher'))
  await page.goto(`${DASHBOARD}/add-playlist`)
  await expect(page.getByLabel('Category').locator('option')).toContainText(CATEGORIES)
  await expect(page.getByLabel('Category')).toHaveValue('')
  await test.step('a file that is no picture is rejected at once', async () => {
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }
    await page.getByLabel('Playlist image').setInputFiles(text)
    await expect(form(page).getByText('Image must be a JPEG, PNG, WebP or GIF file.')).toBeVisible()
  })
  await test.step('and one that only pretends to be one is rejected by the server', async () => {
    await writePlaylist(page, 'A title that is kept')
    const liar = { name: 'liar.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') }
    await page.getByLabel('Playlist image').setInputFiles(liar)
    await page.getByRole('button', { name: 'Add Playlist' }).click()
    await expect(toast(page, 'Image must be a JPEG, PNG, WebP or GIF file.')).toBeVisible()
    await expect(title(page)).toHaveValue('A title that is kept')
    await expect(page).toHaveURL(`${DASHBOARD}/add-playlist`)
  })
})

test('an added playlist is pending, and its toast stays ten seconds', async ({
  page,
  prepare,
  newPerson,
}) => {
  const teacher = await prepare.member('Teacher')
  const name = `Joinery ${unique()}`
  await page.clock.install()
  await logInAs(page, teacher)
  await page.goto(`${DASHBOARD}/add-playlist`)
  await writePlaylist(page, name)
  await expectToStay(page, toast(page, ADDED), () =>
    page.getByRole('button', { name: 'Add Playlist' }).click(),
  )
  await expect(page).toHaveURL(/\/teacher-dashboard\/build\/[0-9a-f]{24}$/)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add your first video' })).toBeVisible()
  await page.goto(DASHBOARD)
  await expect(row(page, name)).toContainText('In review')

  const { playlists } = await teacher.call('playlists.ofTeacher', { params: { teacherId: teacher.id } })
  expect(playlists).toMatchObject([{ title: name, category: 'design', isPlaylistApproved: 'pending' }])
  const visitor = await newPerson()
  await visitor.goto(`/course-search?q=${encodeURIComponent(name)}`)
  await expect(visitor.getByRole('heading', { name: 'No playlist found.' })).toBeVisible()
})

test('an added course is pending in the chosen playlist, and its toast stays ten seconds', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const other = await prepare.publish(teacher)
  const chosen = await prepare.publish(teacher)
  const name = `Dovetails ${unique()}`
  await page.clock.install()
  await logInAs(page, teacher)
  await page.goto(`${DASHBOARD}/add-course`)
  await writeCourse(page, name)
  await page.getByLabel('Playlist', { exact: true }).selectOption({ label: chosen.title })
  await expectToStay(page, toast(page, ADDED), () => page.getByRole('button', { name: 'Add Course' }).click())
  await expect(page).toHaveURL(`${DASHBOARD}/table-course?playlist=${chosen.id}`)
  await expect(row(page, name)).toContainText('In review')

  const [course] = await teacher.call('courses.ofPlaylist', { params: { playlistId: chosen.id } })
  expect(course).toMatchObject({ videoTitle: name, videoLink: 'aircAruvnKk', isCourseApproved: 'pending' })
  expect(await teacher.call('courses.ofPlaylist', { params: { playlistId: other.id } })).toEqual([])
})

/** lost-network.spec.ts has the form of a playlist. */
test('a course keeps everything when the network is lost, and the second try succeeds', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/)
  const teacher = await prepare.member('Teacher')
  const playlist = await prepare.publish(teacher)
  const name = `Hinges ${unique()}`
  await logInAs(page, teacher)
  await page.goto(`${DASHBOARD}/add-course`)
  await writeCourse(page, name)
  await page.getByLabel('Playlist', { exact: true }).selectOption({ label: playlist.title })
  const typed = await page.getByLabel('Description').inputValue()
  const again = await failCalls(page, 'courses.create', 'lost')
  await page.getByRole('button', { name: 'Add Course' }).click()
  await expect(toast(page, 'The connection was lost. Nothing was saved.')).toBeVisible()
  await expect(title(page)).toHaveValue(name)
  await expect(page.getByLabel('Description')).toHaveValue(typed)
  await expect(page.getByText('frame.jpg')).toBeVisible()
  await again()
  await page.getByRole('button', { name: 'Add Course' }).click()
  await expect(toast(page, ADDED)).toBeVisible()
  await expect(page.getByText('In review').first()).toBeVisible()
})
