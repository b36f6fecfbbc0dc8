/** A teacher's own courses: the table of a playlist, deleting and editing. */
import type { Page } from '@playwright/test'
import { toast } from './account-forms.ts'
import { expect, logInAs, test, unique } from './accounts.ts'

const DASHBOARD = '/teacher-dashboard'
const tableOf = (playlistId: string) => `${DASHBOARD}/table-course?playlist=${playlistId}`

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const dialog = (page: Page) => page.getByRole('alertdialog')
const choice = (page: Page) => page.getByLabel('Playlist', { exact: true })

test('the table shows the courses of the playlist that is chosen', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const full = await prepare.publish(teacher, {
    courses: [
      { title: `First ${unique()}`, description: `${'x'.repeat(50)}y` },
      { title: `Second ${unique()}`, description: 'z'.repeat(50), status: 'processing' },
    ],
  })
  const empty = await prepare.publish(teacher)
  const [first, second] = full.courses
  if (!(first && second)) throw new Error('Two courses were wished')
  await logInAs(page, teacher)
  await page.goto(`${DASHBOARD}/table-course`)

  await test.step('nothing is chosen at first', async () => {
    await expect(page.getByRole('heading', { name: 'Choose a playlist' })).toBeVisible()
    await expect(page.getByRole('table')).toHaveCount(0)
  })
  await test.step('an empty playlist says so', async () => {
    await choice(page).selectOption({ label: empty.title })
    await expect(page).toHaveURL(tableOf(empty.id))
    await expect(page.getByRole('heading', { name: 'No courses yet in this playlist' })).toBeVisible()
  })
  await test.step('another one shows its courses in teaching order', async () => {
    await choice(page).selectOption({ label: full.title })
    await expect(page.getByRole('row')).toHaveCount(3)
    await expect(page.getByRole('columnheader')).toHaveText([
      'Course',
      'Likes',
      'Status',
      'Created',
      'Actions',
    ])
    await expect(page.getByRole('row').nth(1)).toContainText(first.videoTitle)
    await expect(page.getByRole('row').nth(2)).toContainText(second.videoTitle)
  })
  await test.step('with 50 characters of description, status and date', async () => {
    await expect(
      row(page, first.videoTitle).getByText(`${'x'.repeat(50)} ...`, { exact: true }),
    ).toBeVisible()
    await expect(row(page, second.videoTitle).getByText('z'.repeat(50), { exact: true })).toBeVisible()
    const cells = row(page, second.videoTitle).getByRole('cell')
    await expect(cells.nth(1)).toHaveText('0')
    await expect(cells.nth(2)).toHaveText('In review')
    await expect(cells.nth(3)).toHaveText(second.createdAt.slice(0, 10))
  })
  await test.step('the choice survives a reload and goes along to a new course', async () => {
    await page.reload()
    await expect(choice(page).locator('option:checked')).toHaveText(full.title)
    await page.getByRole('link', { name: 'Add course', exact: true }).click()
    await expect(page).toHaveURL(`${DASHBOARD}/add-course?playlist=${full.id}`)
    await expect(choice(page).locator('option:checked')).toHaveText(full.title)
  })
  await test.step('View leads to the watch page', async () => {
    await page.goBack()
    await page.getByRole('link', { name: `View ${second.videoTitle}` }).click()
    await expect(page).toHaveURL(`/watch-video/${full.id}/${second._id}`)
    await expect(page.getByRole('heading', { name: second.videoTitle, level: 1 })).toBeVisible()
  })
})

test('deleting a course asks by name and can be left; a deleted one is gone at once', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const { id, courses } = await prepare.publish(teacher, { courses: [{}] })
  const title = courses[0]?.videoTitle ?? ''
  const button = page.getByRole('button', { name: `Delete ${title}` })
  await logInAs(page, teacher)
  await page.goto(tableOf(id))

  for (const way of ['Cancel', 'Escape'] as const) {
    await test.step(`${way} keeps it`, async () => {
      await button.click()
      await expect(dialog(page)).toHaveAccessibleName(`Move “${title}” to the trash?`)
      await expect(dialog(page)).toHaveAccessibleDescription('You can restore it for 30 days.')
      await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
      if (way === 'Escape') await page.keyboard.press('Escape')
      else await page.keyboard.press('Enter')
      await expect(dialog(page)).toHaveCount(0)
      await expect(button).toBeFocused()
    })
  }
  await test.step('Move to trash does it', async () => {
    await button.click()
    await dialog(page).getByRole('button', { name: 'Move to trash' }).click()
    await expect(toast(page, `“${title}” is in the trash.`)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No courses yet in this playlist' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Courses', level: 2 })).toBeFocused()
    expect(await teacher.call('courses.ofPlaylist', { params: { playlistId: id } })).toEqual([])
  })
})

test('a course moves to another playlist of its teacher; a new video link waits for the admins, a new title does not', async ({
  page,
  prepare,
  newPerson,
}) => {
  const teacher = await prepare.member('Teacher')
  const from = await prepare.publish(teacher, { courses: [{}] })
  const to = await prepare.publish(teacher)
  const [course] = from.courses
  if (!course) throw new Error('One course was wished')
  await logInAs(page, teacher)
  await test.step('another playlist', async () => {
    await page.goto(tableOf(from.id))
    await page.getByRole('link', { name: `Edit ${course.videoTitle}` }).click()
    await expect(page).toHaveURL(`${DASHBOARD}/edit-course/${from.id}/${course._id}`)
    await expect(page).toHaveTitle('Edit course · Lectern')

    await test.step('the form shows the current values', async () => {
      await expect(page.getByLabel('Video title')).toHaveValue(course.videoTitle)
      await expect(page.getByLabel('Video link')).toHaveValue(course.videoLink ?? '')
      await expect(page.getByLabel('Description')).toHaveValue(course.description)
      await expect(choice(page).locator('option:checked')).toHaveText(from.title)
      await expect(page.getByText('Current picture')).toBeVisible()
    })
    await choice(page).selectOption({ label: to.title })
    await page.getByRole('button', { name: 'Update Course' }).click()
    await expect(toast(page, 'Course updated.')).toBeVisible()
    await expect(page).toHaveURL(tableOf(to.id))
    await expect(row(page, course.videoTitle)).toContainText('Approved')
    await choice(page).selectOption({ label: from.title })
    await expect(page.getByRole('heading', { name: 'No courses yet in this playlist' })).toBeVisible()
  })
  await test.step('a new title and a new link', async () => {
    const renamed = `Renamed ${unique()}`
    const visitor = await newPerson()
    await page.goto(`${DASHBOARD}/edit-course/${to.id}/${course._id}`)
    await test.step('a new title', async () => {
      await page.getByLabel('Video title').fill(renamed)
      await page.getByRole('button', { name: 'Update Course' }).click()
      await expect(toast(page, 'Course updated.')).toBeVisible()
      await expect(row(page, renamed)).toContainText('Approved')
      await visitor.goto(`/playlist-details/${to.id}`)
      await expect(visitor.getByRole('link', { name: renamed })).toBeVisible()
    })
    await test.step('a new link', async () => {
      await page.getByRole('link', { name: `Edit ${renamed}` }).click()
      await page.getByLabel('Video link').fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
      await page.getByRole('button', { name: 'Update Course' }).click()
      await expect(
        toast(
          page,
          'Saved. The new video goes online when an admin has approved it; until then the old one stays.',
        ),
      ).toBeVisible()
      await expect(row(page, renamed)).toContainText('Approved')
      await visitor.reload()
      await expect(visitor.getByRole('link', { name: renamed })).toBeVisible()
    })
  })
})
