import type { Page } from '@playwright/test'
import { pictureFile, toast } from './account-forms.ts'
import { expect, logInAs, test, unique } from './accounts.ts'
import { type Failure, failCalls } from './failing-call.ts'
import { header, heading, main, visit } from './screens.ts'

const WORDS = 'The server says what is wrong.'
const SAID: Failure = { status: 500, message: WORDS }
const SILENT: Failure = { status: 502 }

const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })

/** Checks a toast and dismisses it, so that the test does not mistake it for the next one. */
async function readToast(page: Page, words: string): Promise<void> {
  await expect(toast(page, words)).toBeVisible()
  await notifications(page)
    .getByRole('alert')
    .filter({ hasText: words })
    .getByRole('button', { name: 'Dismiss' })
    .click()
  await expect(toast(page, words)).toHaveCount(0)
}

test.beforeEach(({ allowConsole }) => allowConsole(/status of 50\d|ERR_INTERNET_DISCONNECTED/))

test('a save that fails says so and can be tried again', async ({ page, prepare }) => {
  const { id } = await prepare.publish(await prepare.member('Teacher'))
  await logInAs(page, await prepare.member('Student'))
  await visit(page, `/playlist-details/${id}`)
  for (const [fate, words] of [
    [SAID, WORDS],
    [SILENT, 'Save failed'],
    ['lost', 'Save failed'],
  ] as const) {
    const mend = await failCalls(page, 'saves.save', fate)
    await button(page, 'Save Playlist').click()
    await readToast(page, words)
    await expect(button(page, 'Save Playlist')).toBeEnabled()
    await mend()
  }
  await button(page, 'Save Playlist').click()
  await expect(button(page, 'Saved')).toBeDisabled()
})

test('a sign-up and a login that fail say so, keep what was typed and can be tried again', async ({
  page,
}) => {
  const email = `${unique()}@example.org`
  const typed = {
    Name: 'Ada Lovelace',
    Email: email,
    Password: 'green-apple-9',
    'Confirm password': 'green-apple-9',
  }

  await test.step('sign-up', async () => {
    await visit(page, '/register')
    const form = page.getByRole('form', { name: 'Register' })
    for (const [label, text] of Object.entries(typed))
      await form.getByLabel(label, { exact: true }).fill(text)
    await form.getByLabel('Profile picture').setInputFiles(await pictureFile('me.jpg', '#2a56c6'))
    for (const [fate, words] of [
      [SAID, WORDS],
      [SILENT, 'Registration failed. Please try again.'],
      ['lost', 'Registration failed. Please try again.'],
    ] as const) {
      const mend = await failCalls(page, 'auth.register', fate)
      await form.getByRole('button', { name: 'Register' }).click()
      await readToast(page, words)
      await mend()
    }
    for (const [label, text] of Object.entries(typed)) {
      await expect(form.getByLabel(label, { exact: true })).toHaveValue(text)
    }
    await form.getByRole('button', { name: 'Register' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Login' }).click()
  })
  await test.step('login', async () => {
    const form = page.getByRole('form', { name: 'Login' })
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Password', { exact: true }).fill('green-apple-9')
    for (const [fate, words] of [
      [SAID, WORDS],
      [SILENT, 'Registration failed.'],
      ['lost', 'Registration failed.'],
    ] as const) {
      const mend = await failCalls(page, 'auth.login', fate)
      await form.getByRole('button', { name: 'Login' }).click()
      await readToast(page, words)
      await mend()
    }
    await expect(form.getByLabel('Password', { exact: true })).toHaveValue('green-apple-9')
    await form.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('a profile update that fails says so and keeps what was typed', async ({ page, prepare }) => {
  const student = await prepare.member('Student')
  await logInAs(page, student)
  await visit(page, `/update-user/${student.id}`)
  await main(page).getByLabel('Name').fill('A New Name')
  const calls = '**/api/users/profile/*'
  const answer = async (json: object) => {
    await page.route(calls, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ json }) : route.fallback(),
    )
    await button(page, 'Update Profile').click()
  }
  for (const [fate, words] of [
    [SAID, WORDS],
    ['lost', 'The connection was lost. Nothing was saved.'],
  ] as const) {
    const mend = await failCalls(page, 'users.update', fate)
    await button(page, 'Update Profile').click()
    await readToast(page, words)
    await mend()
  }
  await answer({ success: true, message: '' })
  await expect(toast(page, 'Failed to update profile.')).toBeVisible()
  await expect(main(page).getByLabel('Name')).toHaveValue('A New Name')
  await answer({ success: true, message: '', updatedUser: { ...student.user, username: 'A New Name' } })
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
})

test('on the watch page a comment that fails stays with its writer, and a like moves back', async ({
  page,
  prepare,
}) => {
  const { id, courses } = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const [course] = courses
  const student = await prepare.member('Student')
  if (course) await prepare.comment(student, course, 'Said before.')
  await logInAs(page, student)
  await visit(page, `/watch-video/${id}/${course?._id}`)
  const item = (text: string) => main(page).getByRole('listitem').filter({ hasText: text })
  const box = main(page).getByLabel('Add a comment')

  await test.step('adding', async () => {
    await box.fill('Typed on a train')
    for (const [fate, words] of [
      [SAID, WORDS],
      ['lost', 'The connection was lost. Nothing was saved.'],
    ] as const) {
      const mend = await failCalls(page, 'comments.create', fate)
      await button(page, 'Add Comment').click()
      await readToast(page, words)
      await expect(item('Typed on a train')).toHaveCount(0)
      await expect(box).toHaveValue('Typed on a train')
      await mend()
    }
    await button(page, 'Add Comment').click()
    await expect(item('Typed on a train')).toBeVisible()
    await expect(box).toHaveValue('')
  })
  await test.step('editing', async () => {
    const mend = await failCalls(page, 'comments.update', { status: 500, message: 'Not now.' })
    await item('Said before.').getByRole('button', { name: 'Edit' }).click()
    await main(page).getByLabel('Edit your comment').fill('Said better.')
    await button(page, 'Save').click()
    await expect(toast(page, 'Not now.')).toBeVisible()
    await expect(main(page).getByLabel('Edit your comment')).toHaveValue('Said better.')
    await mend()
    await button(page, 'Save').click()
    await expect(item('Said better.').getByRole('button', { name: 'Edit' })).toBeVisible()
  })
  await test.step('deleting', async () => {
    const mend = await failCalls(page, 'comments.remove', { status: 500, message: 'Not today.' })
    await item('Said better.').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete comment' }).click()
    await expect(toast(page, 'Not today.')).toBeVisible()
    await expect(item('Said better.')).toBeVisible()
    await mend()
  })
  await test.step('a like that fails is only logged', async () => {
    const logged = page.waitForEvent('console', (message) => message.type() === 'info')
    await failCalls(page, 'likes.like', { status: 500, message: 'No likes.' })
    await button(page, 'Like').click()
    await logged
    await expect(button(page, 'Like')).toBeVisible()
    await expect(main(page).getByText('0 likes', { exact: true })).toBeVisible()
    await expect(toast(page, 'No likes.')).toHaveCount(0)
  })
})

test('reading that fails quietly is quiet: the screen says what it can', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const { id, courses } = await prepare.publish(teacher, { courses: [{}] })
  const student = await prepare.member('Student')
  await logInAs(page, student)
  const watching = `/watch-video/${id}/${courses[0]?._id}`
  for (const [name, path, words] of [
    ['courses.get', watching, 'Video not available.'],
    ['comments.list', watching, 'No comments for this course yet.'],
    ['saves.list', `/user-saved-playlist/${student.id}`, 'No saved playlists yet.'],
    ['users.get', `/profile/${teacher.id}`, 'This profile could not be loaded.'],
  ] as const) {
    await test.step(name, async () => {
      const mend = await failCalls(page, name, SAID)
      await visit(page, path)
      await expect(heading(page, words)).toBeVisible()
      await expect(notifications(page).getByText(WORDS)).toHaveCount(0)
      await mend()
    })
  }
  await test.step('search.teachers', async () => {
    await visit(page, '/teachers')
    // The teacher may be on a later page, because other tests add teachers to this site.
    await expect(main(page).getByRole('article').first()).toBeVisible()
    await failCalls(page, 'search.teachers', SAID)
    const answered = page.waitForResponse((response) => response.status() === 500)
    await page.getByRole('searchbox', { name: 'Search teachers' }).fill(teacher.name)
    await answered
    await expect(heading(page, 'No teacher found.')).toBeVisible()
    await expect(notifications(page).getByText(WORDS)).toHaveCount(0)
  })
})

test('lists that cannot be read say so in a toast, with the server’s words or without', async ({
  page,
  prepare,
}) => {
  const { title } = await prepare.publish(await prepare.member('Teacher'))
  for (const [fate, words] of [
    [SAID, WORDS],
    [SILENT, 'Something went wrong!'],
  ] as const) {
    await visit(page, '/about')
    const mend = await failCalls(page, 'playlists.list', fate)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Courses' }).click()
    await readToast(page, words)
    await mend()
  }
  await failCalls(page, 'search.playlists', SAID)
  await visit(page, '/about')
  await page.getByRole('searchbox', { name: 'Search courses' }).fill(title)
  await page.getByRole('searchbox', { name: 'Search courses' }).press('Enter')
  await expect(toast(page, WORDS)).toBeVisible()
})

test('toasts come up at the top right and leave by themselves after 6 seconds', async ({ page, prepare }) => {
  const { id } = await prepare.publish(await prepare.member('Teacher'))
  await page.clock.install()
  await visit(page, `/playlist-details/${id}`)
  // The page downloads its toasts when the user begins to use it.
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(notifications(page)).toBeAttached({ timeout: 500 })
  }).toPass()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await button(page, 'Save Playlist').click()
  const notification = toast(page, 'You should login to save playlists')
  await expect(async () => {
    await page.clock.runFor(20)
    await expect(notification).toBeVisible({ timeout: 100 })
  }).toPass()
  await header(page).getByRole('link', { name: 'Lectern' }).hover()

  const index = await notification.boundingBox()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  expect(index?.x).toBeGreaterThan(width / 2)
  expect(index?.y).toBeLessThan(height / 4)
  await page.clock.runFor(5_500)
  await expect(notification).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(notification).toHaveCount(0)
})
