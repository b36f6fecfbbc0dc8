import type { Page, Request } from '@playwright/test'
import { pictureFile, toast } from './account-forms.ts'
import { expect, logInAs, type Member, test, unique } from './accounts.ts'

const EXPIRED = 'Your session has expired. Please log in again.'

const isRead = (request: Request) => request.method() === 'GET' && request.url().includes('/api/')
/** What the page has asked by itself and the server has not answered. */
const unanswered = new Set<Request>()

test.beforeEach(({ page, allowConsole }) => {
  allowConsole(/status of 401/)
  unanswered.clear()
  page.on('request', (request) => isRead(request) && unanswered.add(request))
  page.on('response', (response) => unanswered.delete(response.request()))
  page.on('requestfailed', (request) => unanswered.delete(request))
})

/**
 * Ends the session on the server, as a new password on another device does; the browser does not know. What the page asks
 * by itself waits until it is released, so that only an action of the user can find the session ended.
 */
async function endSession(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    unanswered.delete(route.request())
    if (isRead(route.request())) await released.promise
    // The page may have given the request up meanwhile.
    await route.fallback().catch(() => undefined)
  })
  await expect.poll(() => unanswered.size).toBe(0)
  const { token } = await page.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? '{}'))
  const answer = await page.request.post('/api/auth/logout', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.ok()).toBe(true)
  return released.resolve
}

async function logInAgain(
  page: Page,
  { email, password }: Pick<Member, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

test('a comment that was being written when its session ended is there again after the login', async ({
  page,
  prepare,
}) => {
  const { id, courses } = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const student = await prepare.member('Student')
  await logInAs(page, student)
  await page.goto(`/watch-video/${id}/${courses[0]?._id}`)
  for (const finder of ['the comment itself', 'the stream of what happens on the course'] as const) {
    await test.step(`${finder} finds it ended`, async () => {
      const text = `Written for ten minutes before ${finder}.`
      await page.getByLabel('Add a comment').fill(text)
      const release = await endSession(page)
      if (finder === 'the comment itself') await page.getByRole('button', { name: 'Add Comment' }).click()
      else release()
      await expect(toast(page, EXPIRED)).toBeVisible()
      await expect(page).toHaveURL(/\/login$/)
      release()
      await logInAgain(page, student)
      await expect(page.getByLabel('Add a comment')).toHaveValue(text)
      await page.getByRole('button', { name: 'Add Comment' }).click()
      await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible()
      await expect(page.getByLabel('Add a comment')).toHaveValue('')
      await page.unrouteAll({ behavior: 'wait' })
    })
  }
})

test('a playlist that was being written when the session ended keeps its words, category and picture', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const title = `Interrupted ${unique()}`
  await logInAs(page, teacher)
  await page.goto('/teacher-dashboard/add-playlist')
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Category').selectOption('music')
  await page.getByLabel('Playlist image').setInputFiles(await pictureFile('cover.jpg', '#0b7a74'))
  await page.getByLabel('Description').fill('Typed before the break.')
  const release = await endSession(page)
  await page.getByRole('button', { name: 'Add Playlist' }).click()
  await expect(page).toHaveURL(/\/login$/)
  release()
  await logInAgain(page, teacher)
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title)
  await expect(page.getByLabel('Category')).toHaveValue('music')
  await expect(page.getByLabel('Description')).toHaveValue('Typed before the break.')
  await expect(page.getByText('cover.jpg')).toBeVisible()
  await page.getByRole('button', { name: 'Add Playlist' }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
})

test('what is typed into a profile is gone when another user logs in, and they see none of it', async ({
  page,
  prepare,
}) => {
  const student = await prepare.member('Student')
  const other = await prepare.member('Student')
  await logInAs(page, student)
  await page.goto(`/update-user/${student.id}`)
  await page.getByLabel('Name').fill('Somebody Renamed')
  await page.getByLabel('Old password').fill('a-secret-of-mine')
  let release = await endSession(page)
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page).toHaveURL(/\/login$/)
  release()
  await logInAgain(page, other)
  await page.getByRole('link', { name: 'View Profile' }).click()
  await page.getByRole('link', { name: 'Update Profile' }).click()
  await expect(page.getByLabel('Name')).toHaveValue(other.name)
  release = await endSession(page)
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page).toHaveURL(/\/login$/)
  release()
  await logInAgain(page, student)
  await page.getByRole('link', { name: 'View Profile' }).click()
  await page.getByRole('link', { name: 'Update Profile' }).click()
  await expect(page.getByLabel('Name')).toHaveValue(student.name)
  await expect(page.getByLabel('Old password')).toHaveValue('')
})
