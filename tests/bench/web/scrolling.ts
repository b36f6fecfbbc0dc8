import type { Browser, Page } from '@playwright/test'
import { LIST_LIMIT_MAX } from '#contract/lists.ts'
import { open, openPhone, settled } from './phone.ts'
import type { Row } from './row.ts'
import { type CrowdedSite, MANY } from './site.ts'
import { longest, type Task } from './trace.ts'

const FRAME_MAX_MS = 50
const STEPS = 60
/** 6,000 pixels a second at sixty frames. */
const STEP_PX = 100

interface List {
  what: string
  path: string
  who?: 'student'
  /** Calls that bring the next page. */
  call: RegExp
  more: string
  item: string
}

const listsOf = ({ facts: { loud } }: CrowdedSite): List[] => [
  { what: 'cards', path: '/courses', call: /\/api\/playlists\?/, more: 'Show more', item: '#main article' },
  {
    what: 'comments',
    path: `/watch-video/${loud.playlistId}/${loud.courseId}`,
    who: 'student',
    call: /\/api\/comments\?/,
    more: 'Show more comments',
    item: '#main section[aria-labelledby="comments"] li',
  },
]

/** A list grows page by page; here by the longest pages that the API gives, or it would take hundreds of presses. */
async function grow(page: Page, { call, more, item }: List, many: number): Promise<void> {
  await page.route(call, (route) => {
    const address = new URL(route.request().url())
    address.searchParams.set('limit', String(LIST_LIMIT_MAX))
    return route.continue({ url: address.href })
  })
  const items = page.locator(item)
  const button = page.getByRole('button', { name: more, exact: true })
  for (let known = await items.count(); known < many; known = await items.count()) {
    await button.evaluate((element: HTMLElement) => element.click())
    await items.nth(known).waitFor({ state: 'attached' })
  }
}

/** The time of every frame while the page is scrolled from its top, as fast as a thumb does it. */
async function scroll(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = []
    Reflect.set(window, 'framesSeen', frames)
    const note = (now: number) => {
      frames.push(now)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
    window.scrollTo({ top: 0, behavior: 'instant' })
  })
  for (let step = 0; step < STEPS; step += 1) {
    await page.evaluate((top) => window.scrollBy({ top, behavior: 'instant' }), STEP_PX)
    await settled(page)
  }
  return page.evaluate<number[]>(() => Reflect.get(window, 'framesSeen'))
}

interface Scrolled {
  tasks: Task[]
  frames: number[]
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

/** Gives what presses for one more page: finding the button among so many is work of the page's thread, too. */
async function aimAtMore(page: Page, { more, item }: List): Promise<() => Promise<void>> {
  const known = await page.locator(item).count()
  const button = await page.getByRole('button', { name: more, exact: true }).elementHandle()
  return async () => {
    await button?.evaluate((element) => element instanceof HTMLElement && element.click())
    await page.waitForFunction(([selector, before]) => document.querySelectorAll(selector).length > before, [
      item,
      known,
    ] as const)
    await settled(page)
  }
}

/** Lists as long as nobody reads them, scrolled and grown by one more page, on the phone's profile. */
export async function scrolling(browser: Browser, site: CrowdedSite, many = MANY): Promise<Row[]> {
  const rows: Row[] = []
  for (const list of listsOf(site)) {
    // Grown at full speed, measured on the slow phone.
    const phone = await openPhone(browser, { home: site.url, slowdown: 1, user: list.who && site[list.who] })
    const { page } = phone
    await open(page, list.path)
    await grow(page, list, many)
    await phone.slowDown()
    let frames: number[] = []
    const shown = await page.locator(list.item).count()
    const tasks = await phone.tasksDuring(async () => {
      frames = await scroll(page)
    })
    rows.push(rowOf(`${shown} ${list.what}`, { tasks, frames }))
    await page.unroute(list.call)
    const growing = longest(await phone.tasksDuring(await aimAtMore(page, list)))
    rows.push({
      part: 'scrolling',
      what: `one more page after ${shown} ${list.what}`,
      figure: `longest script ${growing.script.toFixed(0)} ms, longest task ${growing.whole.toFixed(0)} ms`,
      bar: `script ≤ ${FRAME_MAX_MS} ms`,
      kept: growing.script <= FRAME_MAX_MS,
    })
    await phone.close()
  }
  return rows
}
