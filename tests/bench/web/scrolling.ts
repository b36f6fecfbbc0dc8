import type { ElementHandle, Page } from '@playwright/test'
import { open, type Phone, type Phones, quiet, settled } from './phone.ts'
import { median, type Row } from './row.ts'
import { type CrowdedSite, MANY } from './site.ts'
import { longest, type Task } from './trace.ts'

const FRAME_MAX_MS = 50
const STEPS = 60
/** 6,000 pixels a second at sixty frames. */
const STEP_PX = 100
/** So many more, one after the other; the middle one counts. */
const PAGES = 5
/** The middle one counts here, too: what was thrown away while a list grew in seconds is cleared away in one of them. */
const SCROLLS = 3
const COME_BACK_TO = 300

type Button = ElementHandle<HTMLElement | SVGElement>

interface List {
  what: string
  path: string
  who?: 'student'
  more: string
  item: string
}

const listsOf = ({ facts: { loud } }: CrowdedSite): List[] => [
  { what: 'cards', path: '/courses', more: 'Show more', item: '#main article' },
  {
    what: 'comments',
    path: `/watch-video/${loud.playlistId}/${loud.courseId}`,
    who: 'student',
    more: 'Show more comments',
    item: '#main section[aria-labelledby="comments"] li',
  },
]

/** Until so many are there: each page is read to its end, then the button is pressed for the next. */
async function grow(list: List, button: Button, count: { known: number; wanted: number }) {
  for (let shown = count.known; shown < count.wanted; shown += await press(list, button)) await readTo(button)
}

/** As somebody scrolls who reads: all that stands above the button is drawn on the way. */
async function readTo(button: Button): Promise<void> {
  await button.evaluate(async (element) => {
    while (element.getBoundingClientRect().bottom > innerHeight) {
      const before = scrollY
      window.scrollBy({ top: innerHeight, behavior: 'instant' })
      const { promise, resolve } = Promise.withResolvers<number>()
      requestAnimationFrame(resolve)
      await promise
      if (scrollY === before) return
    }
  })
}

/**
 * How many came. The page presses itself and waits for what is added and for the button: to look for a button by its name, or
 * to count, in half a million elements takes longer than all the rest.
 */
const press = ({ item }: List, button: Button): Promise<number> =>
  button.evaluate(async (element, selector) => {
    const main = document.querySelector('main')
    if (!(element instanceof HTMLElement && main)) throw new Error('There is no list.')
    const itemsIn = (node: Node) => {
      if (!(node instanceof Element)) return 0
      return node.matches(selector) ? 1 : node.querySelectorAll(selector).length
    }
    const { promise, resolve } = Promise.withResolvers<number>()
    let added = 0
    const observer = new MutationObserver((records) => {
      const nodes = records.flatMap(({ addedNodes }) => [...addedNodes])
      added += nodes.reduce((sum, node) => sum + itemsIn(node), 0)
      if (added > 0 && element.ariaDisabled !== 'true') resolve(added)
    })
    observer.observe(main, { childList: true, subtree: true, attributeFilter: ['aria-disabled'] })
    element.click()
    const came = await promise
    observer.disconnect()
    return came
  }, item)

/** Found while the list is short; the same element presses on. */
async function moreOf(page: Page, { more }: List): Promise<Button> {
  const button = await page.getByRole('button', { name: more, exact: true }).elementHandle()
  if (button === null) throw new Error('The list has no button for more.')
  return button
}

/** The time of every frame while the page is scrolled, by so much each time, as fast as a thumb does it. */
async function scroll(page: Page, by = STEP_PX): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = []
    Reflect.set(window, 'framesSeen', frames)
    const note = (now: number) => {
      frames.push(now)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  for (let step = 0; step < STEPS; step += 1) {
    await page.evaluate((top) => window.scrollBy({ top, behavior: 'instant' }), by)
    await settled(page)
  }
  return page.evaluate<number[]>(() => Reflect.get(window, 'framesSeen'))
}

interface Scrolled {
  tasks: Task[]
  frames: number[]
}

async function scrolled(phone: Phone, by?: number): Promise<Scrolled> {
  let frames: number[] = []
  const tasks = await phone.tasksDuring(async () => {
    frames = await scroll(phone.page, by)
  })
  return { tasks, frames }
}

function middleOf(scrolls: readonly Scrolled[]): Scrolled {
  const inOrder = scrolls.toSorted((a, b) => longest(a.tasks).whole - longest(b.tasks).whole)
  return inOrder[inOrder.length >> 1] ?? { tasks: [], frames: [] }
}

function rowOf(what: string, { tasks, frames }: Scrolled): Row {
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at))
  const late = gaps.filter((gap) => gap > FRAME_MAX_MS).length
  const long = tasks.filter(({ ms }) => ms > FRAME_MAX_MS).length
  return {
    part: 'scrolling',
    what,
    figure: `longest task ${longest(tasks).whole.toFixed(0)} ms, ${long} over ${FRAME_MAX_MS} ms; ${late} of ${gaps.length} frames later than ${FRAME_MAX_MS} ms on the wall`,
    bar: `no task over ${FRAME_MAX_MS} ms`,
    kept: long === 0,
  }
}

/** A list grown at full speed and in seconds, on a phone that is measured as if a reader had taken minutes. */
async function openGrown(phones: Phones, site: CrowdedSite, list: List & { wanted: number }) {
  const phone = await phones.open({ home: site.url, atFullSpeed: true, user: list.who && site[list.who] })
  const { page } = phone
  await open(page, list.path)
  const button = await moreOf(page, list)
  await grow(list, button, { known: await page.locator(list.item).count(), wanted: list.wanted })
  const shown = `${await page.locator(list.item).count()} ${list.what}`
  return { phone, button, shown }
}

/** Lists as long as nobody reads them, scrolled and grown by one more page, on the phone's profile. */
export async function scrolling(phones: Phones, site: CrowdedSite, many = MANY): Promise<Row[]> {
  const rows: Row[] = []
  for (const list of listsOf(site)) {
    const { phone, button, shown } = await openGrown(phones, site, { ...list, wanted: many })
    const { page } = phone
    await phone.slowDown()
    const scrolls: Scrolled[] = []
    while (scrolls.length < SCROLLS) {
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
      await quiet(page)
      scrolls.push(await scrolled(phone))
    }
    rows.push(rowOf(shown, middleOf(scrolls)))
    const one = async () => {
      await press(list, button)
      await settled(page)
    }
    const pages: Task[][] = []
    while (pages.length < PAGES) {
      await readTo(button)
      await settled(page)
      pages.push(await phone.tasksDuring(one))
    }
    rows.push(growthOf(`one more page after ${shown}`, pages))
    await phone.close()
    rows.push(await comeBack(phones, site, list))
  }
  return rows
}

/** Nothing of a list that somebody comes back to was laid out since, and they go on from where they were. */
async function comeBack(phones: Phones, site: CrowdedSite, list: List): Promise<Row> {
  const { phone, shown } = await openGrown(phones, site, { ...list, wanted: COME_BACK_TO })
  const scrolls: Scrolled[] = []
  while (scrolls.length < SCROLLS) scrolls.push(await scrolledUp(phone, list))
  await phone.close()
  return rowOf(`${shown}, come back to, scrolled up`, middleOf(scrolls))
}

async function scrolledUp(phone: Phone, list: List): Promise<Scrolled> {
  const { page } = phone
  await readTo(await moreOf(page, list))
  await page.evaluate(() => document.querySelector<HTMLElement>('header a[href="/"]')?.click())
  await page.waitForURL((address) => address.pathname === '/')
  await quiet(page)
  await page.goBack()
  await page.locator(list.item).first().waitFor()
  await quiet(page)
  await phone.slowDown()
  return scrolled(phone, -STEP_PX)
}

function growthOf(what: string, pages: readonly Task[][]): Row {
  const middle = (figure: 'script' | 'whole') => median(pages.map((tasks) => longest(tasks)[figure]))
  const [script, whole] = [middle('script'), middle('whole')]
  return {
    part: 'scrolling',
    what,
    figure: `longest script ${script.toFixed(0)} ms, longest task ${whole.toFixed(0)} ms`,
    bar: `no task over ${FRAME_MAX_MS} ms`,
    kept: whole <= FRAME_MAX_MS,
  }
}
