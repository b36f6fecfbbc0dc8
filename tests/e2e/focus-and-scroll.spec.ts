import type { Page } from '@playwright/test'
import { expect, logInAs, type Published, test, unique } from './accounts.ts'
import { holdCalls } from './failing-call.ts'
import { visit } from './screens.ts'

const watchOf = ({ id, courses }: Published) => `/watch-video/${id}/${courses[0]?._id}`
const offsetOf = (page: Page) => page.evaluate(() => Math.round(window.scrollY))
const nav = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

test('a new screen starts at its top with the focus in it and its title; Back restores the scroll position', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  for (let made = 0; made < 7; made += 1) await prepare.publish(teacher)
  await page.setViewportSize({ width: 1440, height: 500 })
  await visit(page, '/about')
  await nav(page, 'Courses').click()
  const main = page.getByRole('main')
  await expect(main).toBeFocused()
  await expect(main).toHaveAccessibleName('Courses · Lectern')
  await page.evaluate(() => window.scrollTo(0, 400))
  await expect.poll(() => offsetOf(page)).toBe(400)
  await nav(page, 'Contact Us').evaluate((link: HTMLElement) => link.click())
  await expect(main).toHaveAccessibleName('Contact Us · Lectern')
  await expect.poll(() => offsetOf(page)).toBe(0)
  await page.goBack()
  await expect(main).toHaveAccessibleName('Courses · Lectern')
  await expect.poll(() => offsetOf(page)).toBe(400)
  await page.goForward()
  await expect(main).toHaveAccessibleName('Contact Us · Lectern')
  await expect.poll(() => offsetOf(page)).toBe(0)
})

test('a comment’s dialog returns the focus or moves it to the heading; changes by other users move neither the focus nor the page', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, { courses: [{}] })
  const student = await prepare.member('Student')
  const [course] = published.courses
  if (!course) throw new Error('There is no course.')
  await prepare.comment(student, course, 'To be removed.')
  await logInAs(page, student)
  await page.goto(watchOf(published))
  const remove = page.getByRole('button', { name: 'Delete', exact: true })
  await remove.click()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(remove).toBeFocused()
  await remove.click()
  await page.getByRole('button', { name: 'Delete comment' }).click()
  await expect(page.getByRole('heading', { name: /^Comments/ })).toBeFocused()
  await page.getByRole('button', { name: 'Add Comment' }).click()
  await expect(page.getByLabel('Add a comment')).toBeFocused()
  await test.step('changes by other users', async () => {
    const text = page.getByLabel('Add a comment')
    await text.fill('Half a sent')
    const before = await offsetOf(page)
    await prepare.comment(teacher, course, 'Said by another user.')
    await teacher.call('likes.like', { params: { courseId: course._id }, body: { liked: true } })
    await expect(page.getByText('Said by another user.')).toBeVisible()
    await expect(page.getByText('1 like', { exact: true })).toBeVisible()
    await expect(text).toBeFocused()
    await expect(text).toHaveValue('Half a sent')
    expect(await offsetOf(page)).toBe(before)
  })
})

test('an older response never replaces a newer one', async ({ page, prepare }) => {
  const [older, newer] = [`older${unique()}`, `newer${unique()}`]
  const teacher = await prepare.member('Teacher')
  for (const title of [older, newer]) await prepare.publish(teacher, { title })
  await page.goto('/course-search')
  const late = Promise.withResolvers<void>()
  await page.route(`**/search-playlist?q=${older}**`, async (route) => {
    await late.promise
    await route.fallback().catch(() => {})
  })
  const box = page.getByRole('searchbox', { name: 'Search courses' })
  for (const word of [older, newer]) {
    await box.fill(word)
    await box.press('Enter')
    await expect(page).toHaveURL(new RegExp(`q=${word}$`))
  }
  const newerLink = page.getByRole('link', { name: `View Playlist: ${newer}` })
  await expect(newerLink).toBeVisible()
  late.resolve()
  await page.waitForLoadState('networkidle')
  await expect(newerLink).toBeVisible()
  await expect(page.getByRole('link', { name: `View Playlist: ${older}` })).toHaveCount(0)
})

test('leaving a screen that is still loading causes no error', async ({ page, prepare }) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  await logInAs(page, await prepare.member('Student'))
  const release = await holdCalls(page, 'courses.get')
  await page.goto(watchOf(published))
  await expect(page.locator('[aria-busy="true"]').first()).toBeAttached()
  await page.getByRole('banner').getByRole('link', { name: 'Lectern' }).click()
  await expect(page.getByRole('heading', { name: 'Our courses' })).toBeVisible()
  release()
  // The page handles the late answer before it shows the next screen.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Teachers' }).click()
  await expect(page.getByRole('heading', { name: 'Teachers', level: 1 })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
