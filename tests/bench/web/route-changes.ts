import type { Browser, Page } from '@playwright/test'
import { open, openPhone, quiet, settled } from './phone.ts'
import { median, type Row } from './row.ts'
import type { CrowdedSite } from './site.ts'

const FRAMES_MAX = 1

/**
 * Counts the frames that begin after the last answer of the API that a change of screen waits for, or after the press
 * where it waits for none, until the new heading is in the document: the frame that paints it is the next one.
 */
const WATCH = `
  window.framesUntil = (title) => new Promise((resolve) => {
    let frames = 0
    const count = () => { frames += 1; requestAnimationFrame(count) }
    requestAnimationFrame(count)
    const original = window.fetch
    window.fetch = async (...input) => {
      const response = await original(...input)
      const read = response.text.bind(response)
      const json = response.json.bind(response)
      response.text = async () => { const text = await read(); frames = 0; return text }
      response.json = async () => { const value = await json(); frames = 0; return value }
      return response
    }
    addEventListener('click', () => { frames = 0 }, { capture: true, once: true })
    new MutationObserver((_, observer) => {
      const now = document.querySelector('#main h1')?.textContent
      if (now === undefined || now === title) return
      observer.disconnect()
      resolve(frames)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
`

interface Change {
  what: string
  from: string
  /** What was seen in this visit already, so that its screen and its answers are at hand. */
  seen: (page: Page) => Promise<unknown>
  follow: (page: Page) => Promise<unknown>
  /** For somebody who asked for less movement: no fade. */
  still?: boolean
}

const brand = (page: Page) => page.getByRole('banner').getByRole('link').first().tap()
const all = (page: Page) => page.getByRole('link', { name: 'View All Courses' }).tap()
const card = (page: Page) => page.getByRole('main').getByRole('article').getByRole('link').first().tap()

async function arrive(page: Page, go: () => Promise<unknown>, address: RegExp): Promise<void> {
  await go()
  await page.waitForURL(address)
  await quiet(page)
  await settled(page)
}

const toCourses: Change = {
  what: 'home → courses, both seen, faded',
  from: '/',
  seen: async (page) => {
    await arrive(page, () => all(page), /\/courses$/)
    await arrive(page, () => brand(page), /\/$/)
  },
  follow: all,
}

const CHANGES: Change[] = [
  toCourses,
  { ...toCourses, what: 'home → courses, both seen, without the fade', still: true },
  {
    what: 'courses → a playlist, seen, without the fade',
    still: true,
    from: '/courses',
    seen: async (page) => {
      await arrive(page, () => card(page), /\/playlist-details\//)
      await arrive(page, () => page.goBack(), /\/courses$/)
    },
    follow: card,
  },
  {
    what: 'courses → a playlist, never seen, without the fade',
    still: true,
    from: '/courses',
    seen: async () => {},
    follow: card,
  },
]

async function once(
  browser: Browser,
  { url }: CrowdedSite,
  { from, seen, follow, still }: Change,
): Promise<number> {
  const phone = await openPhone(browser, { home: url })
  const { page } = phone
  if (still) await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, from)
  await seen(page)
  const shown = page.evaluate<number>(
    `${WATCH}; window.framesUntil(document.querySelector('#main h1')?.textContent)`,
  )
  await follow(page)
  const frames = await shown
  await phone.close()
  return frames
}

/** Frames between the answer and the frame that paints the new screen, on the phone's profile. */
export async function routeChanges(browser: Browser, site: CrowdedSite, rounds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const change of CHANGES) {
    const counted: number[] = []
    for (let round = 0; round < rounds; round += 1) counted.push(await once(browser, site, change))
    const frames = median(counted)
    rows.push({
      part: 'change of screen',
      what: change.what,
      figure: `${frames} frames between the answer and the frame that shows it`,
      bar: `≤ ${FRAMES_MAX}`,
      kept: frames <= FRAMES_MAX,
    })
  }
  return rows
}
