import type { Page } from '@playwright/test'
import { logIn, toast } from './account-forms.ts'
import { expect, logInAs, type Member, test } from './accounts.ts'
import { holdCalls } from './failing-call.ts'
import { fakeVideo } from './fake-video.ts'
import { heading, main, openPopup, sideMenu, visit } from './screens.ts'
import { control, player, pressPlay, watchPath } from './watching.ts'

const EXPIRED = 'Your session has expired. Please log in again.'
const storedUser = (page: Page) => page.evaluate(() => localStorage.getItem('currentUser'))
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('alert')

/** Ends this user's other sessions, as from another device. */
async function endElsewhere(member: Member, elsewhere: Member): Promise<void> {
  await elsewhere.call('auth.endSessions', { body: { password: member.password } })
}

test.use({ viewport: { width: 1280, height: 800 } })

test('two tabs are one person: what one of them does is felt in both, and one video plays at a time', async ({
  page,
  context,
  prepare,
}) => {
  const student = await prepare.member('Student')
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, { courses: [{}] })
  const { id } = published
  const second = await context.newPage()
  await second.setViewportSize({ width: 1280, height: 800 })
  await visit(second, `/playlist-details/${id}`)
  await visit(page, '/login')

  await test.step('in', async () => {
    await expect(sideMenu(second).getByRole('link', { name: 'Login' })).toBeVisible()
    await logIn(page, student)
    await expect(sideMenu(second).getByText(student.name, { exact: true })).toBeVisible()
  })
  await test.step('saved', async () => {
    await visit(page, `/playlist-details/${id}`)
    await main(page).getByRole('button', { name: 'Save Playlist' }).click()
    await expect(main(second).getByRole('button', { name: 'Saved' })).toBeDisabled()
  })
  await test.step('one video at a time', async () => {
    for (const tab of [page, second]) await visit(tab, watchPath(published))
    await pressPlay(page)
    await expect(control(page, 'Pause')).toBeVisible()
    await pressPlay(second)
    await expect(player(page).getByText('Paused, because a video plays in another tab.')).toBeVisible()
    await expect.poll(() => fakeVideo(page).state()).toMatchObject({ playing: false })
    await control(page, 'Play here').click()
    await expect(control(page, 'Pause')).toBeVisible()
    await expect(control(second, 'Play here')).toBeVisible()
    await expect.poll(() => fakeVideo(second).state()).toMatchObject({ playing: false })
  })
  await test.step('liked, done and followed', async () => {
    await control(page, 'Like').click()
    await expect(control(second, 'Liked')).toBeVisible()
    await control(second, 'Mark as done').click()
    await expect(control(page, 'Done')).toBeVisible()
    for (const tab of [page, second]) await visit(tab, `/teacher-profile/${teacher.id}`)
    await main(page)
      .getByRole('button', { name: /^Follow / })
      .click()
    await expect(main(second).getByRole('button', { name: /^Following / })).toBeVisible()
  })
  await test.step('renamed', async () => {
    await visit(page, `/update-user/${student.id}`)
    await main(page).getByLabel('Name').fill('Somebody Else')
    await main(page).getByRole('button', { name: 'Update Profile' }).click()
    await expect(sideMenu(second).getByText('Somebody Else', { exact: true })).toBeVisible()
  })
  await test.step('out', async () => {
    await visit(second, `/profile/${student.id}`)
    await expect(heading(second, 'Somebody Else')).toBeVisible()
    await sideMenu(page).getByRole('button', { name: 'Log Out' }).click()
    await page.getByRole('button', { name: 'Yes, log me out!' }).click()
    await expect(sideMenu(page).getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(second).toHaveURL('/')
    await expect(sideMenu(second).getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(toasts(second)).toHaveCount(0)
  })
})

test('a playlist that was unsaved on another device can be saved again here', async ({ page, prepare }) => {
  const student = await prepare.member('Student')
  const { id, title } = await prepare.publish(await prepare.member('Teacher'))
  const elsewhere = await prepare.login(student)
  await elsewhere.call('saves.save', { params: { playlistId: id } })
  await logInAs(page, await prepare.login(student))
  await visit(page, `/user-saved-playlist/${student.id}`)
  await expect(main(page).getByRole('link', { name: `View Playlist: ${title}` })).toBeVisible()

  await elsewhere.call('saves.unsave', { params: { playlistId: id } })
  await main(page)
    .getByRole('link', { name: `View Playlist: ${title}` })
    .click()
  await main(page).getByRole('button', { name: 'Save Playlist', exact: true }).click()
  await expect(main(page).getByRole('button', { name: 'Saved' })).toBeVisible()

  await elsewhere.call('saves.unsave', { params: { playlistId: id } })
  await page.reload()
  await expect(main(page).getByRole('button', { name: 'Save Playlist' })).toBeEnabled()
})

test('the current user is one entry of local storage; a broken entry counts as logged out, and a log-out needs no answer', async ({
  page,
  prepare,
}) => {
  const student = await prepare.member('Student')
  await logInAs(page, student)
  await visit(page, '/')
  await expect(sideMenu(page).getByText(student.name, { exact: true })).toBeVisible()
  // There may also be the entry that says that the browser has the heading font (decision 0017).
  const entries = await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'fonts'))
  expect(entries).toEqual(['currentUser'])
  expect(await page.evaluate(() => document.cookie)).toBe('')
  for (const broken of ['{', 'null', '{"_id":"1"}', '[]']) {
    await page.evaluate((value) => localStorage.setItem('currentUser', value), broken)
    await visit(page, '/')
    await expect(sideMenu(page).getByRole('link', { name: 'Login' })).toBeVisible()
  }
  await test.step('a log-out is felt at once, even while the server is slow to answer', async () => {
    await logInAs(page, student)
    await visit(page, '/about')
    const release = await holdCalls(page, 'auth.logout')
    await sideMenu(page).getByRole('button', { name: 'Log Out' }).click()
    await page.getByRole('button', { name: 'Yes, log me out!' }).click()
    await expect(page).toHaveURL('/')
    expect(await storedUser(page)).toBeNull()
    release()
  })
})

test('an ended session says so once, keeps public screens unchanged, and continues after the next login', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const student = await prepare.member('Student')
  const { id, title, courses } = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  await logInAs(page, student)
  await test.step('during work on a public screen', async () => {
    await visit(page, `/playlist-details/${id}`)
    await expect(sideMenu(page).getByText(student.name, { exact: true })).toBeVisible()
    await endElsewhere(student, await prepare.login(student))
    await main(page).getByRole('button', { name: 'Save Playlist' }).click()
    await expect(toast(page, EXPIRED)).toBeVisible()
    await expect(toasts(page)).toHaveCount(1)
    await expect(page).toHaveURL(`/playlist-details/${id}`)
    await expect(heading(page, title)).toBeVisible()
    await expect(main(page).getByRole('button', { name: 'Save Playlist' })).toBeEnabled()
    expect(await storedUser(page)).toBeNull()
    const popup = await openPopup(page)
    await expect(popup.getByRole('link')).toHaveText(['Login', 'Register'])
  })
  await test.step('on a screen that needs a login', async () => {
    const watching = `/watch-video/${id}/${courses[0]?._id}`
    await logInAs(page, student)
    await page.goto(watching)
    await expect(page).toHaveURL('/login')
    await expect(toast(page, EXPIRED)).toBeVisible()
    await expect(toasts(page)).toHaveCount(1)
    expect(await storedUser(page)).toBeNull()
    await expect(sideMenu(page).getByRole('link', { name: 'Login' })).toBeVisible()
    await logIn(page, student)
    await expect(page).toHaveURL(watching)
    await expect(heading(page, courses[0]?.videoTitle ?? '')).toBeVisible()
  })
})

test('a new password ends the other device and leaves this one', async ({
  page,
  newPerson,
  prepare,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const student = await prepare.member('Student')
  const other = await newPerson()
  await logInAs(other, await prepare.login(student))
  await visit(other, `/profile/${student.id}`)
  await logInAs(page, student)
  await visit(page, `/update-user/${student.id}`)
  await main(page).getByLabel('Old password').fill(student.password)
  await main(page).getByLabel('New password').fill('over-the-hills-7')
  await main(page).getByLabel('Confirm password').fill('over-the-hills-7')
  await main(page).getByRole('button', { name: 'Update Profile' }).click()
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
  // The server ends the other device's live stream at once, so it needs no request of its own.
  await expect(other).toHaveURL('/login')
  await expect(toast(other, EXPIRED)).toBeVisible()
  await visit(page, `/user-saved-playlist/${student.id}`)
  await expect(heading(page, 'No saved playlists yet.')).toBeVisible()
})

test('nothing can be said, changed or removed without a token', async ({ page, prepare, allowConsole }) => {
  allowConsole(/status of 401/)
  const student = await prepare.member('Student')
  const { id, courses } = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const [course] = courses
  if (course) await prepare.comment(student, course, 'Mine to change.')
  await logInAs(page, student)
  await visit(page, `/watch-video/${id}/${course?._id}`)
  const mine = main(page).getByRole('listitem').filter({ hasText: 'Mine to change.' })
  await expect(mine).toBeVisible()
  // As if another tab had stored a manipulated user.
  await page.evaluate((user) => {
    localStorage.setItem('currentUser', JSON.stringify({ ...user, token: '' }))
    dispatchEvent(new StorageEvent('storage', { key: 'currentUser' }))
  }, student.user)

  await main(page).getByLabel('Add a comment').fill('Nor another one.')
  await main(page).getByRole('button', { name: 'Add Comment' }).click()
  await expect(toast(page, 'You should be logged in to comment!')).toBeVisible()
  await mine.getByRole('button', { name: 'Edit' }).click()
  await main(page).getByLabel('Edit your comment').fill('Not any more.')
  await main(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, "You can't update this comment.")).toBeVisible()
  await expect(main(page).getByLabel('Edit your comment')).toHaveValue('Not any more.')
  await main(page).getByRole('button', { name: 'Cancel' }).click()
  await mine.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete comment' }).click()
  await expect(toast(page, 'You cant remove this comment.')).toBeVisible()
  await expect(mine).toBeVisible()
})
