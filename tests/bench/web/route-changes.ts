import type { Page } from '@playwright/test'
import { open, type Phones, quiet, settled } from './phone.ts'
import { median, type Row } from './row.ts'
import type { CrowdedSite } from './site.ts'
import { longest } from './trace.ts'

/** As quality asks it of every press. */
const TASK_MAX_MS = 200

/**
 * Notes the frames that begin, by what the browser says of when they did, after all that a change of screen waits for is
 * there (the last answer of the API, the last file of the new screen, or else the press itself) until its heading is in
 * the document: the frame that paints it is the next one. That one may be late, because the page was busy with it, so what
 * it took is told, too.
 */
const WATCH = `
  window.changeFrom = (title) => new Promise((resolve) => {
    const frames = []
    let there = 0
    const note = () => { there = performance.now() }
    const count = (begun) => { frames.push(begun); requestAnimationFrame(count) }
    requestAnimationFrame(count)
    const original = window.fetch
    window.fetch = async (...input) => {
      const response = await original(...input)
      const read = response.text.bind(response)
      const json = response.json.bind(response)
      response.text = async () => { const text = await read(); note(); return text }
      response.json = async () => { const value = await json(); note(); return value }
      return response
    }
    let pressed = 0
    addEventListener('click', () => { pressed = performance.now(); note() }, { capture: true, once: true })
    new MutationObserver((_, observer) => {
      const now = document.querySelector('#main h1')?.textContent
      if (now === undefined || now === title) return
      observer.disconnect()
      const files = performance.getEntriesByType('resource')
        .filter(({ startTime, name }) => startTime >= pressed && /\\.(?:js|css)$/.test(name))
      const from = Math.max(there, ...files.map(({ responseEnd }) => responseEnd))
      const between = frames.filter((at) => at > from).length
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve({ frames: between, ms: performance.now() - from })
      requestAnimationFrame(() => port2.postMessage(''))
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
`

interface Changed {
  frames: number
  /** From the answer to the painted frame. */
  ms: number
}

interface Change {
  what: string
  from: string
  /** What was seen in this visit already, so that its screen and its answers are at hand. */
  seen: (page: Page) => Promise<unknown>
  follow: (page: Page) => Promise<unknown>
  /** For users who prefer reduced motion: no fade. */
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

const toPlaylist: Change = {
  what: 'courses → a playlist, never seen, faded',
  from: '/courses',
  seen: async () => {},
  follow: card,
}

const CHANGES: Change[] = [
  toCourses,
  toPlaylist,
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
  { ...toPlaylist, what: 'courses → a playlist, never seen, without the fade', still: true },
]

async function once(phones: Phones, { url }: CrowdedSite, { from, seen, follow, still }: Change) {
  const phone = await phones.open({ home: url })
  const { page } = phone
  if (still) await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, from)
  await seen(page)
  const shown = page.evaluate<Changed>(
    `${WATCH}; window.changeFrom(document.querySelector('#main h1')?.textContent)`,
  )
  const tasks = await phone.tasksDuring(async () => {
    await follow(page)
    await shown
    await settled(page)
  })
  const { script, whole } = longest(tasks)
  await phone.close()
  return { ...(await shown), script, whole }
}

/** Frames between the answer and the frame that paints the new screen, on the phone's profile. */
export async function routeChanges(phones: Phones, site: CrowdedSite, rounds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const change of CHANGES) {
    const counted: Awaited<ReturnType<typeof once>>[] = []
    for (let round = 0; round < rounds; round += 1) counted.push(await once(phones, site, change))
    const middle = (figure: keyof (typeof counted)[number]) => median(counted.map((one) => one[figure]))
    const frames = middle('frames')
    const whole = middle('whole')
    rows.push({
      part: 'change of screen',
      what: change.what,
      figure: `painted after ${middle('ms').toFixed(0)} ms, ${frames} frames after its data; script ${middle('script').toFixed(0)} ms, task ${whole.toFixed(0)} ms`,
      bar: `longest task ≤ ${TASK_MAX_MS} ms`,
      passed: whole <= TASK_MAX_MS,
    })
  }
  return rows
}
