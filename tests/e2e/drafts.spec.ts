/** Typed text survives leaving, going back and a reload. A picked image cannot, so the form asks before it is left. */
import type { Page } from '@playwright/test'
import { pictureFile } from './account-forms.ts'
import { expect, logInAs, type Member, test } from './accounts.ts'
import { main, sideMenu, visit } from './screens.ts'

const ADD = '/teacher-dashboard/add-playlist'
const title = (page: Page) => page.getByLabel('Title', { exact: true })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave this page?' })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Teacher dashboard' }).getByRole('link', { name })
const drafts = (page: Page) => page.evaluate(() => Object.keys(sessionStorage))

test.use({ viewport: { width: 1280, height: 800 } })

test('a picked image: leaving asks first, by a link and by Back; what was typed stays in any case', async ({
  page,
  prepare,
}) => {
  await logInAs(page, await prepare.member('Teacher'))
  await visit(page, '/teacher-dashboard')
  await tab(page, 'Add new playlist').click()
  await title(page).fill('Half a playlist')
  await page.getByLabel('Category').selectOption('music')
  await page.getByLabel('Playlist image').setInputFiles(await pictureFile('cover.jpg', '#0b7a74'))

  await tab(page, 'Courses table').click()
  await expect(question(page)).toContainText('The image you picked will be lost.')
  await question(page).getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(ADD)
  await expect(page.getByText('cover.jpg')).toBeVisible()

  await page.goBack()
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/teacher-dashboard')

  await tab(page, 'Add new playlist').click()
  await expect(page.getByText('Draft kept')).toBeVisible()
  await expect(title(page)).toHaveValue('Half a playlist')
  await page.reload()
  await expect(page.getByText('Draft kept')).toBeVisible()
  await expect(title(page)).toHaveValue('Half a playlist')
  await expect(page.getByLabel('Category')).toHaveValue('music')
  // Without an image there is no question.
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/teacher-dashboard')
})

test('a log-out deletes drafts and leaves without a question', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  await logInAs(page, teacher)
  await visit(page, ADD)
  await title(page).fill('Nobody else’s')
  await page.getByLabel('Playlist image').setInputFiles(await pictureFile('cover.jpg', '#0b7a74'))
  expect(await drafts(page)).toHaveLength(1)
  await sideMenu(page).getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('button', { name: 'Yes, log me out!' }).click()
  await expect(page).toHaveURL('/')
  await expect(question(page)).toHaveCount(0)
  expect(await drafts(page)).toEqual([])
})

test('a saved playlist leads on without a question, and its draft is gone', async ({ page, prepare }) => {
  const { id, title: name, teacher } = await prepare.publish(await prepare.member('Teacher'))
  await logInAs(page, teacher)
  await visit(page, `/teacher-dashboard/edit-playlist/${id}`)
  await title(page).fill(`${name} again`)
  await page.getByLabel('Playlist image').setInputFiles(await pictureFile('cover.jpg', '#0b7a74'))
  expect(await drafts(page)).toHaveLength(1)
  await page.getByRole('button', { name: 'Update Playlist' }).click()
  await expect(page).toHaveURL('/teacher-dashboard')
  expect(await drafts(page)).toEqual([])
})

test('a half-written comment survives a reload, and “Next video” has its own', async ({ page, prepare }) => {
  const { id, courses } = await prepare.publish(await prepare.member('Teacher'), {
    courses: [{}, { title: 'Second' }],
  })
  await logInAs(page, await prepare.member('Student'))
  await visit(page, `/watch-video/${id}/${courses[0]?._id}`)
  const field = page.getByLabel('Add a comment')
  await field.fill('Half a')
  await main(page).getByRole('link', { name: 'Next video: Second' }).click()
  await expect(page.getByRole('heading', { name: 'Second', level: 1 })).toBeVisible()
  await expect(field).toHaveValue('')
  await page.goBack()
  await expect(field).toHaveValue('Half a')
  await page.reload()
  await expect(field).toHaveValue('Half a')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
})

test('a profile keeps its text, never a password', async ({ page, prepare }) => {
  const student: Member = await prepare.member('Student')
  await logInAs(page, student)
  await visit(page, `/update-user/${student.id}`)
  await page.getByLabel('Name').fill('Somebody Renamed')
  for (const name of ['Old password', 'New password', 'Confirm password']) {
    await page.getByLabel(name).fill('a-secret-of-mine')
  }
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Somebody Renamed')
  await expect(page.getByLabel('Old password')).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('a-secret-of-mine')
  await page.getByRole('main').getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`/profile/${student.id}`)
})
