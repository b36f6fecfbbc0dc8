/** Of very long lists only what is in reach is in the document; nobody who reads, writes or comes back notices. */
import type { Locator, Page } from '@playwright/test'
import { become, expect, type Member, test } from './accounts.ts'
import { multiply } from './plenty.ts'
import { heading, main, scrollTo, visit } from './screens.ts'
import type { House } from './server.ts'

test.use({ site: 'very long lists', viewport: { width: 390, height: 844 } })

/** The first page and twenty parts of twelve stay. */
const CARDS_THAT_STAY = 24 + 240
const CARDS = CARDS_THAT_STAY + 72
/** The first page and a hundred parts of six stay. */
const COMMENTS_THAT_STAY = 30 + 600
const COMMENTS = COMMENTS_THAT_STAY + 150

interface Reading {
  more: string
  items: Locator
  /** So many come with each press. */
  page: number
  until: number
}

/** By keyboard: the focus takes the page to the button, and nothing that is drawn on the way moves it from under a pointer. */
async function readOn(page: Page, { more, items, page: each, until }: Reading): Promise<void> {
  for (let count = each; count < until; count += each) {
    await expect(items).toHaveCount(count)
    await main(page).getByRole('button', { name: more, exact: true }).press('Enter')
  }
  await expect(items).toHaveCount(until)
}

/** The browser has told that it is out of sight, and what was rendered upon that is there. */
async function isHeardToBeFar(element: Element): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const observer = new IntersectionObserver((seen) => {
    if (seen.every(({ isIntersecting }) => !isIntersecting))
      requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
  observer.observe(element)
  await promise
  observer.disconnect()
}

const commentsOn = (page: Page) => page.getByRole('region', { name: /^Comments/ }).getByRole('listitem')

const bottom = (page: Page) => page.evaluate(() => document.body.scrollHeight)

/** Where something is in the window once all that came near is drawn: it then stays there for some frames. */
const restingPlaceOf = (one: Locator) =>
  one.evaluate(async (element) => {
    const frame = () => new Promise(requestAnimationFrame)
    const top = () => element.getBoundingClientRect().top
    for (let still = 0, before = Number.NaN; still < 10; still = top() === before ? still + 1 : 0) {
      before = top()
      await frame()
    }
    return top()
  })

/** Where something is in the window. */
const placeOf = async (one: Locator) => ((await one.boundingBox()) ?? { y: Number.NaN }).y

type Preparation = Parameters<Parameters<typeof test>[2]>[0]['prepare']

/** A course of many comments, the oldest by this student; some are long. */
async function muchSaid(house: House, prepare: Preparation, student: Member): Promise<string> {
  const teacher = await prepare.member('Teacher')
  const { id, courses } = await prepare.publish(teacher, { courses: [{}] })
  const [course] = courses
  if (course === undefined) throw new Error('There is no course.')
  const { _id } = await prepare.comment(teacher, course, 'The newest.')
  const own = (_: string, place: number) => ({
    text: `Word ${place}.${' And so on.'.repeat(place % 40)}`,
    ...(place === 0 && { user_id: student.id }),
  })
  multiply(house, ({ copy, change }) => {
    copy({ table: 'comments', of: ['id', _id], count: COMMENTS - 1, own })
    change('courses', course._id, { comments_count: COMMENTS })
  })
  return `/watch-video/${id}/${course._id}`
}

test('a thread keeps what is in reach and what somebody writes, and is where they left it', async ({
  page,
  house,
  prepare,
}) => {
  const student = await prepare.member('Student')
  const address = await muchSaid(house, prepare, student)
  await become(page, student)
  await visit(page, address)
  const said = commentsOn(page)
  await readOn(page, { more: 'Show more comments', items: said, page: 30, until: COMMENTS })
  const high = await bottom(page)

  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await scrollTo(page, 0)
  await expect(said).toHaveCount(COMMENTS_THAT_STAY)
  expect(Math.abs((await bottom(page)) - high)).toBeLessThan(4)

  await scrollTo(page, high)
  await expect(said).toHaveCount(COMMENTS)
  await expect(said.last()).toContainText('Word 0.')

  const one = main(page).getByText(/^Word 60\./)
  await one.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await expect(one).toBeInViewport()
  const before = await restingPlaceOf(one)
  await page.evaluate(() => document.querySelector<HTMLElement>('header a[href="/"]')?.click())
  await expect(page).toHaveURL(/\/$/)
  await page.goBack()
  await expect.poll(async () => Math.abs((await placeOf(one)) - before)).toBeLessThan(4)
  await expect(said).toHaveCount(COMMENTS)

  await main(page).getByRole('button', { name: 'Edit' }).press('Enter')
  const text = main(page).getByRole('textbox', { name: 'Edit your comment' })
  await text.fill('Word 0, changed.')
  await text.evaluate((element) => element.blur())
  await scrollTo(page, 0)
  await expect(heading(page, `Comments ${COMMENTS}`)).toBeInViewport()
  await text.evaluate(isHeardToBeFar)
  await expect(text).toHaveValue('Word 0, changed.')
})

test('a list of cards keeps what is in reach, and the way back leads to the card', async ({
  page,
  house,
  prepare,
}) => {
  const { id } = await prepare.publish(await prepare.member('Teacher'), { category: 'business' })
  const own = (_: string, place: number) => ({
    title: `Titles ${place}${' that wrap differently'.repeat(place % 5)}`,
  })
  multiply(house, ({ copy }) => copy({ table: 'playlists', of: ['id', id], count: CARDS - 1, own }))
  await visit(page, '/courses?category=business')
  const links = main(page).getByRole('link', { name: /^View Playlist: / })
  await readOn(page, { more: 'Show more', items: links, page: 24, until: CARDS })

  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await scrollTo(page, 0)
  await expect(links).toHaveCount(CARDS_THAT_STAY)
  await scrollTo(page, await bottom(page))
  await expect(links).toHaveCount(CARDS)

  const one = links.nth(CARDS_THAT_STAY + 30)
  await one.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const before = await restingPlaceOf(one)
  const name = await one.getAttribute('aria-label')
  await one.evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL(/playlist-details/)
  await page.goBack()
  const same = main(page).getByRole('link', { name: name ?? '', exact: true })
  await expect.poll(async () => Math.abs((await placeOf(same)) - before)).toBeLessThan(4)
})
