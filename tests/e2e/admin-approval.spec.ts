/** An admin approves playlists and courses. */
import type { Page } from '@playwright/test'
import { toast } from './account-forms.ts'
import { expect, logInAs, test } from './accounts.ts'
import { overlap } from './screens.ts'

const NOBODYS_ID = 'a'.repeat(24)
const PLAYLIST_UPDATED = 'Playlist status updated successfully!'
const COURSE_UPDATED = 'Course status updated successfully!'
const MEANINGS = {
  pending: 'Waiting for a first look.',
  processing: 'A reviewer is checking it.',
  approved: 'Visible to everyone on the public pages.',
  cancel: 'Rejected. Stays hidden from the public pages.',
} as const
type Status = keyof typeof MEANINGS

const form = (page: Page) => page.getByRole('form', { name: 'Status' })
const choice = (page: Page, status: Status) => form(page).getByRole('radio', { name: status })
const fact = (page: Page, term: string) =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .getByRole('definition')

async function expectForm(page: Page, status: Status): Promise<void> {
  await expect(form(page).getByRole('radio')).toHaveCount(4)
  for (const [each, meaning] of Object.entries(MEANINGS)) {
    await expect(form(page).getByRole('radio', { name: `${each} ${meaning}` })).toBeVisible()
  }
  await expect(choice(page, status)).toBeChecked()
}

/** The toast covers neither the heading of the screen nor the badge that has just changed. */
async function expectNothingCovered(page: Page): Promise<void> {
  const message = page.getByRole('region', { name: 'Notifications' }).getByRole('status')
  const badge = form(page).locator('[data-status]')
  for (const covered of [page.getByRole('heading', { level: 1 }), badge]) {
    await expect.poll(() => overlap(message, covered)).toBe(false)
  }
}

/** Dismisses the toast, so that the test does not mistake it for the next one. */
async function setStatus(page: Page, status: Status, message: string): Promise<void> {
  await choice(page, status).check()
  await page.getByRole('button', { name: 'Update Status' }).click()
  await expect(toast(page, message)).toBeVisible()
  await expectNothingCovered(page)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast(page, message)).toHaveCount(0)
  await expect(choice(page, status)).toBeChecked()
}

test('a playlist is pending at first, and may be given any of the four statuses', async ({
  page,
  prepare,
  newPerson,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const teacher = await prepare.member('Teacher')
  const { id, title, playlist } = await prepare.publish(teacher, { status: 'pending', courses: [{}] })
  const visitor = await newPerson()
  const link = visitor.getByRole('link', { name: `View Playlist: ${title}` })
  await logInAs(page, await prepare.admin())
  await page.goto('/admin')
  await page.getByRole('link', { name: `View ${title}` }).click()
  await expect(page).toHaveURL(`/admin/playlist-view/${id}`)
  await expect(page).toHaveTitle(`${title} · Lectern`)

  await test.step('all there is to know of it, and the form', async () => {
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(page.getByText(playlist.description, { exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByText(playlist.category, { exact: true })).toBeVisible()
    await expect(fact(page, 'Creator')).toHaveText(teacher.name)
    await expect(fact(page, 'Created')).toHaveText(playlist.createdAt.slice(0, 10))
    await expect(fact(page, 'Playlist id')).toHaveText(id)
    await expectForm(page, 'pending')
  })
  await test.step('processing changes nothing for others', async () => {
    await setStatus(page, 'processing', PLAYLIST_UPDATED)
    await visitor.goto('/courses')
    await expect(visitor.getByRole('heading', { name: 'Courses', level: 1 })).toBeVisible()
    await expect(link).toHaveCount(0)
  })
  await test.step('approved makes it public at once', async () => {
    await setStatus(page, 'approved', PLAYLIST_UPDATED)
    await visitor.reload()
    await link.click()
    await expect(visitor).toHaveURL(`/playlist-details/${id}`)
    await expect(visitor.getByRole('heading', { name: title })).toBeVisible()
  })
  await test.step('cancel hides it at once', async () => {
    await setStatus(page, 'cancel', PLAYLIST_UPDATED)
    expect((await visitor.reload())?.status()).toBe(404)
    await expect(visitor.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await visitor.goto('/courses')
    await expect(visitor.getByRole('heading', { name: 'Courses', level: 1 })).toBeVisible()
    await expect(link).toHaveCount(0)
  })
  await test.step('and back to pending', async () => {
    await setStatus(page, 'pending', PLAYLIST_UPDATED)
    await page.getByRole('link', { name: 'All playlists' }).click()
    await expect(page.getByRole('row').filter({ hasText: title })).toContainText('pending')
  })
  await test.step('a missing playlist or course has no form', async () => {
    await page.goto(`/admin/playlist-view/${NOBODYS_ID}`)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expect(form(page)).toHaveCount(0)
    await page.goto(`/admin/course-view/${NOBODYS_ID}/${NOBODYS_ID}`)
    await expect(page.getByRole('heading', { name: 'Video not available.' })).toBeVisible()
    await expect(form(page)).toHaveCount(0)
  })
})

test('a course is pending at first, and may be given any of the four statuses', async ({
  page,
  prepare,
  newPerson,
}) => {
  const teacher = await prepare.member('Teacher')
  const {
    id,
    title: playlistTitle,
    courses,
  } = await prepare.publish(teacher, { courses: [{ status: 'pending' }] })
  const [course] = courses
  if (!course) throw new Error('One course was wished')
  const title = course.videoTitle
  const visitor = await newPerson()
  const link = visitor.getByRole('link', { name: title })
  const empty = visitor.getByRole('heading', { name: 'No courses yet in this playlist' })
  await logInAs(page, await prepare.admin())
  await page.goto('/admin/courses-admin')
  await page.getByRole('link', { name: `View ${title}` }).click()
  await expect(page).toHaveURL(`/admin/course-view/${id}/${course._id}`)
  await expect(page).toHaveTitle(`${title} · Lectern`)

  await test.step('all there is to know of it, a placeholder for its creator, and the form', async () => {
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(page.getByText(course.description, { exact: true })).toBeVisible()
    await expect(fact(page, 'Creator')).toHaveText('Course creator')
    await expect(page.getByRole('main')).not.toContainText(teacher.name)
    await expect(fact(page, 'Created')).toHaveText(course.createdAt.slice(0, 10))
    await expect(fact(page, 'Playlist')).toHaveText(playlistTitle)
    await expect(fact(page, 'Course id')).toHaveText(course._id)
    await expectForm(page, 'pending')
  })
  await test.step('processing changes nothing for others', async () => {
    await setStatus(page, 'processing', COURSE_UPDATED)
    await visitor.goto(`/playlist-details/${id}`)
    await expect(empty).toBeVisible()
  })
  await test.step('approved makes it public at once', async () => {
    await setStatus(page, 'approved', COURSE_UPDATED)
    await visitor.reload()
    await expect(link).toBeVisible()
    await expect(visitor.getByRole('main').getByText('1 video', { exact: true }).first()).toBeVisible()
  })
  await test.step('cancel hides it at once', async () => {
    await setStatus(page, 'cancel', COURSE_UPDATED)
    await visitor.reload()
    await expect(empty).toBeVisible()
    await expect(link).toHaveCount(0)
  })
  await test.step('and back to pending', async () => {
    await setStatus(page, 'pending', COURSE_UPDATED)
    await page.getByRole('link', { name: 'All courses' }).click()
    await expect(page.getByRole('row').filter({ hasText: title })).toContainText('pending')
  })
})
