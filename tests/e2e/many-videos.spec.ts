/** A teacher with 300 videos and one with 60 playlists, by keyboard alone. */
import type { Page } from '@playwright/test'
import { expect, logInAs, test } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { addManyVideos } from './many-videos.ts'
import { main } from './screens.ts'
import { tabTo } from './tab-to.ts'

const PHONE = { width: 390, height: 844 }
const PLAYLISTS = 60
const LONG = 240_000

type Preparation = Parameters<Parameters<typeof test>[2]>[0]['prepare']

async function openMany(page: Page, prepare: Preparation) {
  const teacher = await prepare.member('Teacher')
  const { id } = await prepare.publish(teacher)
  const titles = await addManyVideos(teacher, id)
  await logInAs(page, teacher)
  await page.goto(`/teacher-dashboard/build/${id}`)
  await expect(check(page, 'Lesson 001 on promises')).toBeVisible()
  return { teacher, id, titles }
}

const check = (page: Page, title: string) =>
  page.getByRole('checkbox', { name: `Choose ${title}`, exact: true })
const checks = (page: Page) => page.getByRole('checkbox', { name: /^Choose / })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Find in this playlist' })
const bar = (page: Page) => page.getByRole('region', { name: 'Chosen videos' })
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })

async function pressOn(page: Page, target: ReturnType<typeof button>): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

test('of 300 videos seven are chosen, moved, brought back and deleted by keyboard', async ({
  page,
  prepare,
}) => {
  test.setTimeout(LONG)
  const { teacher, id, titles } = await openMany(page, prepare)

  await test.step('filter', async () => {
    await tabTo(page, search(page))
    await page.keyboard.type('promises')
    await expect(checks(page)).toHaveCount(30)
    await expect(page.getByText('Clear the filter to move videos.')).toBeVisible()
    await pressOn(page, button(page, 'Clear'))
    await expect(checks(page)).toHaveCount(300)
  })

  await test.step('fold', async () => {
    await page.keyboard.press('Shift+Tab')
    await pressOn(page, button(page, 'Fold all'))
    await expect(checks(page)).toHaveCount(0)
    await pressOn(page, button(page, 'Videos of Basics'))
    await expect(checks(page)).toHaveCount(100)
  })

  await test.step('choose seven', async () => {
    await tabTo(page, check(page, 'Lesson 001 on promises'))
    await page.keyboard.press('Space')
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+Space')
    await expect(bar(page).getByText('7 chosen')).toBeVisible()
  })

  await test.step('move, and take it back', async () => {
    await button(page, 'Move to section…').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Testing' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('7 videos moved to Testing.')).toBeVisible()
    await button(page, 'Undo').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Undone.')).toBeVisible()
    await expect(page.getByText('All changes saved')).toBeVisible()
  })

  await test.step('delete', async () => {
    await button(page, 'Delete').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash' }).focus()
    await page.keyboard.press('Enter')
    await expect(bar(page).getByText('7 chosen')).toBeHidden()
    // The section into which they moved is open, too.
    await expect(checks(page)).toHaveCount(193)
    await expect(check(page, 'Lesson 008')).toBeFocused()
    const { courses } = await teacher.call('playlists.get', { params: { playlistId: id } })
    expect(courses.map(({ videoTitle }) => videoTitle)).toHaveLength(293)
    expect(courses[0]?.videoTitle).toBe('Lesson 008')
  })

  await test.step('undo brings them back to their places', async () => {
    await page.getByRole('button', { name: 'Undo', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(checks(page)).toHaveCount(200)
    const { courses } = await teacher.call('playlists.get', { params: { playlistId: id } })
    expect(courses.slice(0, 8).map(({ videoTitle }) => videoTitle)).toEqual(titles.slice(0, 8))
  })

  await test.step('the folded sections are remembered', async () => {
    await page.reload()
    await expect(checks(page)).toHaveCount(200)
  })

  await test.step('axe finds nothing, and a phone shows everything', async () => {
    await check(page, 'Lesson 008').check()
    expect(await violationsIn(page, undefined)).toEqual([])
    await page.setViewportSize(PHONE)
    await expect(bar(page).getByText('1 chosen')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    expect(await violationsIn(page, undefined)).toEqual([])
  })
})

test('the way from the head leads to the checklist, and its button has the focus', async ({
  page,
  prepare,
}) => {
  test.setTimeout(LONG)
  await openMany(page, prepare)
  await page.getByRole('link', { name: 'Submit for review' }).focus()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Submit for review')).toBeFocused()
  await expect(button(page, 'Submit for review')).toBeInViewport()
})

test('one of 60 playlists is opened with three key presses', async ({ page, prepare }) => {
  test.setTimeout(LONG)
  const teacher = await prepare.member('Teacher')
  for (let index = 1; index < PLAYLISTS; index += 1)
    await prepare.publish(teacher, { title: `Lessons ${index}`, status: 'pending' })
  const { id } = await prepare.publish(teacher, { title: 'Quilts', status: 'pending' })
  await logInAs(page, teacher)
  await page.goto('/teacher-dashboard')
  await expect(button(page, 'All 60')).toBeVisible()
  await expect(page.getByText('50 of 60')).toBeVisible()
  expect(await violationsIn(page, undefined)).toEqual([])
  for (const key of ['/', 'q', 'Enter']) await page.keyboard.press(key)
  await expect(page).toHaveURL(`/teacher-dashboard/build/${id}`)
})
