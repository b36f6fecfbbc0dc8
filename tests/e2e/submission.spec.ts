/** Drafts and submission as a teacher sees them. */
import type { Locator, Page } from '@playwright/test'
import { pictureFile, toast } from './account-forms.ts'
import { expect, logInAs, test, unique } from './accounts.ts'
import { apiClient } from './api-client.ts'
import { main, visit } from './screens.ts'
import { box, button, DASHBOARD, DRAFT, expectAccessible, LONG, WIDE } from './teacher-screens.ts'

const PENDING = 'Course added successfully and is pending admin approval'
const LINKS = ['aircAruvnKk', 'IHZwWFHWa-w', 'Ilg3gGewQ5U', 'tIeHLnjs5U8', 'WUvTyaaNkzM']

/** Counts the presses that a mouse needs. Choosing a file or an option is one. */
function clickCounter() {
  let count = 0
  return {
    click: async (target: Locator) => {
      count += 1
      await target.click()
    },
    choose: async (chosen: Promise<unknown>) => {
      count += 1
      await chosen
    },
    count: () => count,
  }
}

async function writeCourse(page: Page, title: string): Promise<void> {
  await page.getByLabel('Video title').fill(title)
  await page.getByLabel('Video link').fill('https://youtu.be/aircAruvnKk')
  await page.getByLabel('Video image').setInputFiles(await pictureFile('frame.jpg', '#7ac62a'))
  await page.getByLabel('Description').fill('One thing, done once.')
}

test.use({ viewport: WIDE })

test('a playlist with five pasted videos is submitted with nine clicks', async ({ page, prepare }) => {
  const { click, choose, count } = clickCounter()
  const title = `Neural networks ${unique()}`
  await logInAs(page, await prepare.member('Teacher'))
  await visit(page, '/')
  await click(page.getByRole('link', { name: 'Dashboard' }))
  await click(page.getByRole('link', { name: 'Add new playlist' }))
  await page.getByLabel('Title', { exact: true }).fill(title)
  await choose(page.getByLabel('Category').selectOption('science'))
  await choose(page.getByLabel('Playlist image').setInputFiles(await pictureFile('cover.jpg', '#2a7ac6')))
  await page.getByLabel('Description').fill(LONG)
  await click(button(page, 'Add Playlist'))
  await expect(toast(page, PENDING)).toBeVisible()
  await click(page.getByRole('link', { name: 'Add your first video' }))
  const links = page.getByLabel('Paste one YouTube or Vimeo link per line.')
  await click(links)
  await links.fill(LINKS.map((id) => `https://youtu.be/${id}`).join('\n'))
  await click(button(page, 'Add 5 videos'))
  await expect(box(page, 'Before you submit')).toContainText('5 videos are drafts. An admin will review them')
  await click(button(page, 'Submit for review'))
  await expect(toast(page, 'Submitted for review.')).toBeVisible()
  await expect(box(page, 'Before you submit')).toHaveCount(0)
  await expect(box(page, 'In review')).toContainText(
    /^In reviewIn review since \d\d:\d\d\. Changes you make now will be part of the review\.Withdraw$/,
  )
  expect(count()).toBeLessThanOrEqual(9)
})

test('a playlist with five videos is published by the forms with at most fourteen clicks', async ({
  page,
  prepare,
}) => {
  const { click, choose, count } = clickCounter()
  const title = `Neural networks ${unique()}`
  const teacher = await prepare.member('Teacher')
  await logInAs(page, teacher)
  await visit(page, '/')
  await click(page.getByRole('link', { name: 'Dashboard' }))
  await click(page.getByRole('link', { name: 'Add new playlist' }))
  await page.getByLabel('Title', { exact: true }).fill(title)
  await choose(page.getByLabel('Category').selectOption('science'))
  await choose(page.getByLabel('Playlist image').setInputFiles(await pictureFile('cover.jpg', '#2a7ac6')))
  await page.getByLabel('Description').fill(LONG)
  await click(button(page, 'Add Playlist'))
  await click(page.getByRole('link', { name: 'Add your first video' }))
  await click(page.getByRole('link', { name: 'One by one' }))
  for (const [index, id] of LINKS.entries()) {
    await page.getByLabel('Video title').fill(`Lesson ${index + 1}`)
    await page.getByLabel('Video link').fill(`https://youtu.be/${id}`)
    await page.getByLabel('Description').fill('One thing, done once.')
    const isLast = index === LINKS.length - 1
    await click(button(page, isLast ? 'Add Course' : 'Add and start another'))
    if (!isLast) await expect(page.getByLabel('Video title')).toHaveValue('')
  }
  await expect(box(page, 'In review')).toBeVisible()
  const playlistId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { courses } = await teacher.call('playlists.get', { params: { playlistId } })
  expect(
    courses.map(({ videoTitle, isCourseApproved, stage }) => [videoTitle, isCourseApproved, stage]),
  ).toEqual(LINKS.map((_, index) => [`Lesson ${index + 1}`, 'pending', undefined]))
  expect(count()).toBeLessThanOrEqual(14)
})

test('a draft is saved, checked, submitted and withdrawn; others never see it', async ({
  page,
  newPerson,
  prepare,
  app,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const teacher = await prepare.member('Teacher')
  const title = `Drafts ${unique()}`
  await logInAs(page, teacher)
  await visit(page, `${DASHBOARD}/add-playlist`)
  await page.getByLabel('Title', { exact: true }).fill('Short')
  await page.getByLabel('Category').selectOption('development')
  await page.getByLabel('Playlist image').setInputFiles(await pictureFile('cover.jpg', '#2a7ac6'))
  await page.getByLabel('Description').fill('Too little.')
  await button(page, 'Save as draft').click()
  await expect(toast(page, DRAFT)).toBeVisible()
  await expect(page.getByText('No courses yet in this playlist')).toBeVisible()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const before = box(page, 'Before you submit')

  await test.step('failed checks say what to do, lead there and block', async () => {
    await expect(before.getByRole('listitem')).toHaveText([
      'Missing: Title of at least 10 charactersThe title needs at least 10 characters.',
      'Missing: Description of at least 100 charactersThe description needs at least 100 characters.',
      'Done: An uploaded picture',
      'Missing: At least 1 video0Add at least one video.',
      'Warning: Every video playsThere is no video to check yet.',
      'Warning: Captions (recommended)There is no video yet.',
    ])
    await expect(before).toContainText('1 of 6 done')
    await expect(button(page, 'Submit for review')).toHaveAttribute('aria-disabled', 'true')
    await button(page, 'Submit for review').press('Enter')
    await expect(before.getByRole('link', { name: 'The title needs at least 10 characters.' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
    await page.getByLabel('Title', { exact: true }).fill(title)
    await page.getByLabel('Description').fill(LONG)
    await button(page, 'Update Playlist').click()
    await expect(toast(page, DRAFT)).toBeVisible()
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  })
  await test.step('the course form keeps the playlist from one course to the next', async () => {
    await page.getByRole('link', { name: 'Add your first video' }).click()
    await page.getByRole('link', { name: 'One by one' }).click()
    await writeCourse(page, 'Closures')
    await button(page, 'Save as draft').click()
    await expect(page).toHaveURL(`${DASHBOARD}/build/${id}`)
    await page.getByRole('link', { name: 'Add new course' }).click()
    await page.getByLabel('Playlist', { exact: true }).selectOption({ label: title })
    await writeCourse(page, 'Hoisting')
    await button(page, 'Add and start another').click()
    await expect(toast(page, PENDING)).toBeVisible()
    await expect(page.getByLabel('Video title')).toHaveValue('')
    await expect(page.getByLabel('Video title')).toBeFocused()
    await expect(page.getByLabel('Playlist', { exact: true })).toHaveValue(id)
    await page.getByRole('link', { name: 'Courses table' }).click()
    await page.getByRole('link', { name: 'Add new course' }).click()
    await expect(page.getByLabel('Playlist', { exact: true })).toHaveValue(id)
    await page.getByRole('link', { name: 'Cancel' }).click()
  })
  await test.step('only the teacher and admins see it', async () => {
    await expect(page).toHaveURL(`${DASHBOARD}/table-course?playlist=${id}`)
    const cells = page.getByRole('row').filter({ hasText: 'Closures' }).getByRole('cell')
    await expect(cells.nth(2)).toHaveText('Draft')
    await visit(page, `/playlist-details/${id}`)
    await expect(page.getByText('Pending: only you and admins can see this.')).toBeVisible()
    await expect(main(page).getByText('2 videos')).toBeVisible()
    const stranger = await newPerson()
    await visit(stranger, `/playlist-details/${id}`)
    await expect(main(stranger)).not.toContainText(title)
    const other = await prepare.member('Teacher')
    for (const call of [apiClient(app.url), other.call]) {
      await expect(call('playlists.get', { params: { playlistId: id } })).rejects.toThrow()
    }
  })
  await test.step('it is submitted, and withdrawn again', async () => {
    await visit(page, `${DASHBOARD}/build/${id}`)
    await expect(before).toContainText('4 of 6 done')
    await expect(before).toContainText('2 videos have not been played yet. You can submit now.')
    await button(page, 'Submit for review').click()
    await expect(box(page, 'In review').first()).toContainText(
      'Changes you make now will be part of the review.',
    )
    await expect(main(page).locator('header').getByText('In review')).toBeVisible()
    await button(main(page), 'Withdraw').first().click()
    await expect(toast(page, 'Withdrawn. It is a draft again.')).toBeVisible()
    await expect(main(page).locator('header').getByText('Draft', { exact: true })).toBeVisible()
    await expect(before).toBeVisible()
  })
})
