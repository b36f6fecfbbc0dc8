import type { ElementHandle, Page } from '@playwright/test'
import { LIST_LIMIT_MAX } from '#contract/lists.ts'
import { open, type Phones, settled } from './phone.ts'
import { median, type Row } from './row.ts'
import { type CrowdedSite, MANY } from './site.ts'
import { longest, type Task } from './trace.ts'

const FRAME_MAX_MS = 50
const STEPS = 60
/** 6,000 pixels a second at sixty frames. */
const STEP_PX = 100
/** So many more, one after the other; the middle one counts. */
const PAGES = 5

type Button = ElementHandle<HTMLElement | SVGElement>

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

/**
 * Presses for more until so many are there, by the longest pages that the API gives, or it would take hundreds of presses.
 * The page presses itself and waits for what is added: to look for a button by its name, or to count, in half a million
 * elements takes longer than all the rest.
 */
async function grow({ item }: List, button: Button, count: { known: number; wanted: number }) {
  await button.evaluate(
    async (element, { selector, known, wanted }) => {
      const main = document.querySelector('main')
      if (!(element instanceof HTMLElement && main)) throw new Error('There is no list.')
      const itemsIn = (node: Node) => {
        if (!(node instanceof Element)) return 0
        return node.matches(selector) ? 1 : node.querySelectorAll(selector).length
      }
      for (let shown = known; shown < wanted; ) {
        const { promise, resolve } = Promise.withResolvers<number>()
        const observer = new MutationObserver((records) => {
          const added = records
            .flatMap(({ addedNodes }) => [...addedNodes])
            .reduce((sum, node) => sum + itemsIn(node), 0)
          if (added > 0) resolve(added)
        })
        observer.observe(main, { childList: true, subtree: true })
        element.click()
        shown += await promise
        observer.disconnect()
      }
    },
    { selector: item, ...count },
  )
}

/** From now on pages are as long as the API gives them. */
const inLongPages = (page: Page, { call }: List) =>
  page.route(call, (route) => {
    const address = new URL(route.request().url())
    address.searchParams.set('limit', String(LIST_LIMIT_MAX))
    return route.continue({ url: address.href })
  })

/** Found while the list is short; the same element presses on. */
async function moreOf(page: Page, { more }: List): Promise<Button> {
  const button = await page.getByRole('button', { name: more, exact: true }).elementHandle()
  if (button === null) throw new Error('The list has no button for more.')
  return button
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

/** Lists as long as nobody reads them, scrolled and grown by one more page, on the phone's profile. */
export async function scrolling(phones: Phones, site: CrowdedSite, many = MANY): Promise<Row[]> {
  const rows: Row[] = []
  for (const list of listsOf(site)) {
    // Grown at full speed and in seconds, measured on the phone as if a reader had taken minutes.
    const phone = await phones.open({ home: site.url, atFullSpeed: true, user: list.who && site[list.who] })
    const { page } = phone
    await open(page, list.path)
    const button = await moreOf(page, list)
    await inLongPages(page, list)
    await grow(list, button, { known: await page.locator(list.item).count(), wanted: many })
    await phone.slowDown()
    let frames: number[] = []
    const shown = await page.locator(list.item).count()
    const tasks = await phone.tasksDuring(async () => {
      frames = await scroll(page)
    })
    rows.push(rowOf(`${shown} ${list.what}`, { tasks, frames }))
    await page.unroute(list.call)
    const one = async () => {
      await grow(list, button, { known: 0, wanted: 1 })
      await settled(page)
    }
    const pages: Task[][] = []
    while (pages.length < PAGES) pages.push(await phone.tasksDuring(one))
    rows.push(growthOf(`one more page after ${shown} ${list.what}`, pages))
    await phone.close()
  }
  return rows
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
