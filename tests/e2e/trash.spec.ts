/** What a teacher deletes comes back: by keyboard alone, from the toast and from the trash. */
import type { Page } from '@playwright/test'
import { toast } from './account-forms.ts'
import { expect, logInAs, test } from './accounts.ts'
import { main } from './screens.ts'
import { tabTo } from './tab-to.ts'
import { DASHBOARD, expectAccessible } from './teacher-screens.ts'

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const dialog = (page: Page) => page.getByRole('alertdialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function pressOn(page: Page, name: string): Promise<void> {
  await tabTo(page, button(page, name))
  await page.keyboard.press('Enter')
}

test('a playlist and a video are deleted, restored and deleted for good by keyboard', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const { id, title, courses } = await prepare.publish(teacher, { courses: [{}, {}] })
  const [video] = courses
  const publicTitles = async () => (await teacher.call('playlists.get', { params: { playlistId: id } })).title
  await logInAs(page, teacher)
  await page.goto(DASHBOARD)

  await test.step('Undo in the toast', async () => {
    await pressOn(page, `Delete ${title}`)
    await expect(dialog(page)).toHaveAccessibleName(`Move “${title}” to the trash?`)
    await expect(dialog(page)).toContainText('You can restore it for 30 days.')
    await pressOn(page, 'Move to trash')
    await expect(toast(page, `“${title}” is in the trash.`)).toBeVisible()
    await expect(row(page, title)).toHaveCount(0)
    await pressOn(page, 'Undo')
    await expect(toast(page, `“${title}” is restored.`)).toBeVisible()
    await expect(row(page, title)).toBeVisible()
    expect(await publicTitles()).toBe(title)
  })

  await test.step('Restore in the trash', async () => {
    await teacher.call('courses.remove', { params: { playlistId: id, courseId: video?._id ?? '' } })
    await page.goto(`${DASHBOARD}/trash`)
    await expect(row(page, video?.videoTitle ?? '')).toContainText(`Video in ${title}`)
    await expectAccessible(page)
    await pressOn(page, `Restore ${video?.videoTitle}`)
    await expect(main(page).getByText('The trash is empty.')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('Delete for good', async () => {
    await teacher.call('playlists.remove', { params: { playlistId: id, teacherId: teacher.id } })
    await page.reload()
    await pressOn(page, 'Empty trash')
    await expect(dialog(page)).toContainText('1 thing will be deleted for good. This cannot be undone.')
    await tabTo(page, dialog(page).getByRole('button', { name: 'Empty trash' }))
    await page.keyboard.press('Enter')
    await expect(main(page).getByText('The trash is empty.')).toBeVisible()
  })
})

test('a teacher chooses when a playlist goes public, in the builder and in its form', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const { id } = await prepare.publish(teacher, { status: 'pending', courses: [{}] })
  const time = new Date(Date.now() + 7 * 86_400_000)
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  await logInAs(page, teacher)
  await page.goto(`${DASHBOARD}/build/${id}`)
  const form = main(page).getByRole('form', { name: 'Goes public', exact: true })
  await form.getByRole('radio', { name: 'At a time' }).check()
  await form.getByLabel(/^Date and time/).fill(local)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save the time' }).click()
  await expect(toast(page, 'The time is saved.')).toBeVisible()
  const admin = await prepare.admin()
  const { items } = await admin.call('review.list', { query: { group: 'rounds', playlist: id } })
  const decision = { state: 'approved' as const }
  for (const { _id } of items)
    await admin.call('review.decideRound', { params: { roundId: _id }, body: decision })
  await page.goto(`${DASHBOARD}/edit-playlist/${id}`)
  await expect(main(page).getByText('Scheduled', { exact: true })).toBeVisible()
  await expect(form.getByRole('radio', { name: /^On \d+ \w+ \d{4} at \d\d:\d\d$/ })).toBeChecked()
  await form.getByRole('radio', { name: 'Now' }).check()
  await form.getByRole('button', { name: 'Save the time' }).click()
  await expect(main(page).getByText('Approved', { exact: true })).toBeVisible()
  await expect(form).toHaveCount(0)
})
