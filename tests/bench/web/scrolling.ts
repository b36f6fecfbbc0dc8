import type { Page } from '@playwright/test'
import {
  type Button,
  goBack,
  goHome,
  type List,
  listsOf,
  moreOf,
  openGrown,
  press,
  readTo,
} from './long-lists.ts'
import { type Phone, type Phones, quiet, settled } from './phone.ts'
import { median, type Row } from './row.ts'
import type { CrowdedSite } from './site.ts'
import { longest, type Task } from './trace.ts'

const FRAME_MAX_MS = 50
const STEPS = 60
/** 6,000 pixels a second at sixty frames. */
const STEP_PX = 100
/** So many more, or ways there and back, one after the other; the middle one counts. */
const PAGES = 5
/** The middle one counts here, too: what was thrown away while a list grew in seconds is cleared away in one of them. */
const SCROLLS = 3
/** Quality: longer lists only have to work. */
const LISTED = 500
/** A press, as quality asks it of every screen. */
const ANSWER_MAX_MS = 200

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
    figure: `task ${longest(tasks).whole.toFixed(0)} ms, ${long} over ${FRAME_MAX_MS} ms; ${late} of ${gaps.length} frames late`,
    bar: `scrolling: no task over ${FRAME_MAX_MS} ms`,
    passed: long === 0,
  }
}

/** Lists of 500 that are scrolled, grown by one more page, left and returned to, on the phone's profile. */
export async function scrolling(phones: Phones, site: CrowdedSite, many = LISTED): Promise<Row[]> {
  const rows: Row[] = []
  for (const list of listsOf(site)) rows.push(...(await scrollingOf(phones, site, { ...list, target: many })))
  return rows
}

async function scrollingOf(
  phones: Phones,
  site: CrowdedSite,
  list: List & { target: number },
): Promise<Row[]> {
  const { phone, button, shown } = await openGrown(phones, site, list)
  await phone.slowDown()
  const rows = [
    await scrolledFrom(phone, 0, shown),
    await scrolledFrom(phone, 0.5, `in the middle of ${shown}`),
    await oneMorePage(phone, button, shown),
    ...(await leftAndComeBackTo(phone, list, shown)),
    await scrolledUp(phone, list, shown),
  ]
  await phone.close()
  return rows
}

async function oneMorePage({ page, tasksDuring }: Phone, button: Button, shown: string): Promise<Row> {
  const pages: Task[][] = []
  while (pages.length < PAGES) {
    await readTo(button)
    await settled(page)
    const more = async () => {
      await press(button)
      await settled(page)
    }
    pages.push(await tasksDuring(more))
  }
  return longestOf(`one more page after ${shown}`, pages)
}

/** From a position that a user jumps to, as with the thumb of the scroll bar. */
async function scrolledFrom(phone: Phone, position: number, what: string): Promise<Row> {
  const scrolls: Scrolled[] = []
  while (scrolls.length < SCROLLS) {
    await phone.page.evaluate((share) => {
      window.scrollTo({ top: document.body.scrollHeight * share, behavior: 'instant' })
    }, position)
    await settled(phone.page)
    scrolls.push(await scrolled(phone))
    await phone.page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await quiet(phone.page)
  }
  return rowOf(what, middleOf(scrolls))
}

/** Upwards from the end of a list that the user has returned to. */
async function scrolledUp(phone: Phone, list: List, shown: string): Promise<Row> {
  const scrolls: Scrolled[] = []
  while (scrolls.length < SCROLLS) {
    await readTo(await moreOf(phone.page, list))
    await goHome(phone.page)
    await goBack(phone.page, list)
    scrolls.push(await scrolled(phone, -STEP_PX))
  }
  return rowOf(`${shown}, returned to, scrolled up`, middleOf(scrolls))
}

/** There and back, each from the press until all is quiet; home was seen before. */
async function leftAndComeBackTo({ page, tasksDuring }: Phone, list: List, shown: string): Promise<Row[]> {
  await goHome(page)
  await goBack(page, list)
  const left: Task[][] = []
  const back: Task[][] = []
  while (left.length < PAGES) {
    left.push(await tasksDuring(() => goHome(page)))
    back.push(await tasksDuring(() => goBack(page, list)))
  }
  // To return lays out the whole list once (decision 30); quality has no bar for it.
  const { bar: _bar, passed: _passed, ...returned } = longestOf(`${shown}, returned to`, back)
  return [longestOf(`${shown}, left for home`, left), returned]
}

/** Of several runs of the same thing, the longest task of the middle one. */
function longestOf(what: string, runs: readonly Task[][]): Row {
  const middle = (figure: 'script' | 'whole') => median(runs.map((tasks) => longest(tasks)[figure]))
  const [script, whole] = [middle('script'), middle('whole')]
  return {
    part: 'scrolling',
    what,
    figure: `script ${script.toFixed(0)} ms, task ${whole.toFixed(0)} ms`,
    bar: `a change: no task over ${ANSWER_MAX_MS} ms`,
    passed: whole <= ANSWER_MAX_MS,
  }
}
