/**
 * The way back to a list of 200 leads to the item that the user left; what is off-screen is in the document and not drawn.
 */
import type { Locator, Page } from '@playwright/test'
import { expect, logInAs, type Member, type Preparation, test } from './accounts.ts'
import { multiply } from './copy-rows.ts'
import { isRendered, scrollIntoView } from './rendered.ts'
import { card, heading, main, visit } from './screens.ts'
import type { RunningApp } from './server.ts'

test.use({ site: 'long lists' })

const ITEMS = 200
const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

/** Reads down to the button and presses it until all items are there, as a user does: all items were near the window. */
async function readOn(page: Page, more: string, items: Locator): Promise<void> {
  const button = main(page).getByRole('button', { name: more, exact: true })
  await expect(button).toBeVisible()
  for (let count = await items.count(); count < ITEMS; count = await items.count()) {
    await scrollToEnd(page)
    await button.click()
    await expect.poll(() => items.count()).toBeGreaterThan(count)
  }
  await scrollToEnd(page)
}

const scrollToEnd = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    while (Math.ceil(scrollY + innerHeight) < document.documentElement.scrollHeight) {
      window.scrollBy({ top: innerHeight, behavior: 'instant' })
      await frame()
      await frame()
    }
  })

const topOf = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().top)

/** Brings an item to the middle of the window and returns where it is once it rests there. */
async function lookAt(one: Locator): Promise<number> {
  const toMiddle = (element: Element) => element.scrollIntoView({ block: 'center', behavior: 'instant' })
  await one.evaluate(toMiddle)
  await expect
    .poll(async () => {
      const before = await topOf(one)
      await one.evaluate(toMiddle)
      return Math.abs((await topOf(one)) - before)
    })
    .toBe(0)
  return topOf(one)
}

/** Leaves by a link of the page's head and goes back. */
async function leaveAndComeBack(page: Page, item: Locator): Promise<void> {
  const before = await lookAt(item)
  const moved = async () => Math.abs((await topOf(item)) - before)
  await page.evaluate(() => document.querySelector<HTMLElement>('header a[href="/"]')?.click())
  await expect(page).toHaveURL(/\/$/)
  // The address changes before the screen does.
  await expect(item).toHaveCount(0)
  await page.goBack()
  await expect.poll(moved).toBeLessThan(4)
}

/** Items far from the window are not drawn, and to stop drawing them moves nothing. */
async function expectOffScreen(page: Page, last: string): Promise<void> {
  const scrolled = await page.evaluate(() => window.scrollY)
  await expect.poll(() => isRendered(page, last)).toBe(false)
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled)
  await scrollIntoView(page, last)
  await expect.poll(() => isRendered(page, last)).toBe(true)
}

/** A course with comments of different lengths. */
async function commented(app: RunningApp, prepare: Preparation): Promise<string> {
  const teacher = await prepare.member('Teacher')
  const { id, courses } = await prepare.publish(teacher, { courses: [{}] })
  const [course] = courses
  if (course === undefined) throw new Error('There is no course.')
  const { _id } = await prepare.comment(teacher, course, 'The newest.')
  const own = (_: string, index: number) => ({ text: `Word ${index}.${' And so on.'.repeat(index % 40)}` })
  multiply(app, ({ copy, change }) => {
    copy({ table: 'comments', of: ['id', _id], count: ITEMS - 1, own })
    change('courses', course._id, { comments_count: ITEMS })
  })
  return `/watch-video/${id}/${course._id}`
}

/** Playlists whose titles wrap differently. */
function publishMany(app: RunningApp, id: string): void {
  const own = (_: string, index: number) => ({
    title: `Titles ${index}${' that wrap differently'.repeat(index % 5)}`,
  })
  multiply(app, ({ copy }) => copy({ table: 'playlists', of: ['id', id], count: ITEMS - 1, own }))
}

function addTeachers(app: RunningApp, { id }: Member): void {
  const own = (_: string, index: number) => ({
    username: `Teacher ${index}`,
    username_key: `teacher ${index}`,
    email: `teacher-${index}@example.org`,
    email_key: `teacher-${index}@example.org`,
  })
  multiply(app, ({ copy }) => copy({ table: 'users', of: ['id', id], count: 20, own }))
}

test('a thread', async ({ page, app, prepare }) => {
  const address = await commented(app, prepare)
  await logInAs(page, await prepare.member('Student'))
  for (const viewport of VIEWPORTS) {
    await page.setViewportSize(viewport)
    await visit(page, address)
    const items = page.getByRole('region', { name: /^Comments/ }).getByRole('listitem')
    await readOn(page, 'Show more comments', items)
    // A border separates two pages like any two comments; the first comment has none above it.
    const lines = await items.evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTopWidth))
    expect(lines.slice(1).every((width) => width === '1px')).toBe(true)
    expect(lines[0]).toBe('0px')
    await leaveAndComeBack(page, items.nth(150))
    await expectOffScreen(page, 'section[aria-labelledby="comments"] li time')
  }
})

test('cards, and rows of a table', async ({ page, app, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const { id } = await prepare.publish(teacher)
  publishMany(app, id)
  addTeachers(app, teacher)
  await logInAs(page, await prepare.admin())
  for (const viewport of VIEWPORTS) {
    await page.setViewportSize(viewport)
    await visit(page, '/courses')
    const cards = main(page).getByRole('article')
    await readOn(page, 'Show more', cards)
    await leaveAndComeBack(page, cards.nth(150))
    await expectOffScreen(page, '#main article')
    expect(
      await main(page)
        .getByRole('link', { name: /^View Playlist: / })
        .count(),
    ).toBe(await cards.count())

    await visit(page, '/admin')
    const rows = page.locator('#main tbody tr')
    await expect(rows.first()).toBeVisible()
    await readOn(page, 'Show more', rows)
    await leaveAndComeBack(page, rows.nth(150))
  }
  await test.step('a phone draws neither rows nor teachers that are far from the window', async () => {
    await expectOffScreen(page, '#main tbody td')
    await visit(page, '/teachers')
    await expectOffScreen(page, '#main li article')
  })
})

test('a link prefetches its screen on hover, and once', async ({ page, prepare }) => {
  const { id, title } = await prepare.publish(await prepare.member('Teacher'))
  await visit(page, '/courses')
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(id)) requested.push(request.url())
  })
  const link = card(page, title).getByRole('link')
  await link.hover()
  await expect.poll(() => requested.length).toBe(1)
  await link.click()
  await expect(heading(page, title)).toBeVisible()
  expect(requested).toHaveLength(1)
})
