import type { Page } from '@playwright/test'
import { toast } from './account-forms.ts'
import { expect, logInAs, type Published, test } from './accounts.ts'
import { failCalls, holdCalls } from './failing-call.ts'

const watchOf = ({ id, courses }: Published) => `/watch-video/${id}/${courses[0]?._id}`

/** Counts the writes to addresses with this ending. */
function writesTo(page: Page, end: RegExp): () => number {
  let seen = 0
  page.on('request', (request) => {
    if (request.method() !== 'GET' && end.test(request.url())) seen += 1
  })
  return () => seen
}

/** Presses twice before the page can react to the first press. */
const pressTwice = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name, exact: true })
    .evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })

test.beforeEach(({ allowConsole }) => allowConsole(/status of 500/))

test('a like and a comment are there at once and sent once', async ({ page, prepare }) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  await logInAs(page, await prepare.member('Student'))
  await page.goto(watchOf(published))
  await test.step('a like', async () => {
    const sent = writesTo(page, /\/like$/)
    const release = await holdCalls(page, 'likes.like')
    await pressTwice(page, 'Like')
    await expect(page.getByRole('button', { name: 'Liking' })).toBeVisible()
    await expect(page.getByText('1 like', { exact: true })).toBeVisible()
    release()
    await expect(page.getByRole('button', { name: 'Liked' })).toBeVisible()
    await expect(page.getByText('1 like', { exact: true })).toBeVisible()
    expect(sent()).toBe(1)

    await failCalls(page, 'likes.like', { status: 500, message: 'Not today.' })
    await page.getByRole('button', { name: 'Liked' }).click()
    await expect(page.getByText('1 like', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Liked' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
  await test.step('a comment', async () => {
    const sent = writesTo(page, /\/api\/comments/)
    const heading = page.getByRole('heading', { name: /^Comments/ })
    await page.getByLabel('Add a comment').fill('At once.')
    const release = await holdCalls(page, 'comments.create')
    await pressTwice(page, 'Add Comment')
    const entry = page.getByRole('listitem').filter({ hasText: 'At once.' })
    await expect(entry.locator('[aria-busy]')).toBeVisible()
    await expect(heading).toHaveText('Comments 1')
    release()
    await expect(entry.getByRole('button', { name: 'Edit' })).toBeVisible()
    await expect(entry).toHaveCount(1)
    expect(sent()).toBe(1)

    await entry.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Edit your comment').fill('Rewritten.')
    const change = await holdCalls(page, 'comments.update')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const rewritten = page.getByRole('listitem').filter({ hasText: 'Rewritten.' })
    await expect(rewritten.getByRole('button', { name: 'Saving...' })).toBeFocused()
    change()
    await expect(rewritten.getByRole('button', { name: 'Edit' })).toBeFocused()
  })
})

test('Save Playlist says Saving... until the response and is sent once; an unsaved card disappears at once', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const first = await prepare.publish(teacher)
  const second = await prepare.publish(teacher)
  const student = await prepare.member('Student')
  await student.call('saves.save', { params: { playlistId: second.id } })
  await logInAs(page, student)
  await page.goto(`/playlist-details/${first.id}`)
  const sent = writesTo(page, /\/savePlaylist\//)
  const release = await holdCalls(page, 'saves.save')
  await pressTwice(page, 'Save Playlist')
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  release()
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible()
  expect(sent()).toBe(1)

  await page.goto(`/user-saved-playlist/${student.id}`)
  const unsaveOf = ({ title }: Published) => page.getByRole('button', { name: `Unsave ${title}` })
  const answer = await holdCalls(page, 'saves.unsave')
  await unsaveOf(first).click()
  await expect(unsaveOf(first)).toHaveCount(0)
  await expect(unsaveOf(second)).toBeFocused()
  answer()
  await expect(page.getByRole('status').filter({ hasText: /\w/ }).first()).toBeVisible()

  await failCalls(page, 'saves.unsave', { status: 500, message: 'Not today.' })
  await unsaveOf(second).click()
  await expect(toast(page, 'Not today.')).toBeVisible()
  await expect(unsaveOf(second)).toBeVisible()
})

test('a form that is submitted twice in a row is sent once', async ({ page, prepare }) => {
  const student = await prepare.member('Student')
  await page.goto('/login')
  const sent = writesTo(page, /\/auth\/login$/)
  await page.getByLabel('Email').fill(student.email)
  await page.getByLabel('Password', { exact: true }).fill(student.password)
  await pressTwice(page, 'Login')
  await expect(page).toHaveURL('/')
  expect(sent()).toBe(1)
})
