import type { Locator, Page } from '@playwright/test'
import { open, type Phones, quiet, settled } from './phone.ts'
import { median, type Row } from './row.ts'
import type { CrowdedSite } from './site.ts'
import { longest } from './trace.ts'

const ANSWER_MAX_MS = 200

interface Interaction {
  what: string
  path: string
  who?: 'student' | 'admin' | 'teacher'
  /** What is done before, and not measured. */
  before?: (page: Page) => Promise<unknown>
  /** What is touched; without it a key is pressed. */
  target?: (page: Page) => Locator
  /** The letter d unless it is named. */
  key?: string
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

function interactionsOf({ facts: { loud }, longPlaylistId }: CrowdedSite): Interaction[] {
  const build = `/teacher-dashboard/build/${longPlaylistId}`
  const watch = `/watch-video/${loud.playlistId}/${loud.courseId}`
  return [
    { what: 'open the profile popup', path: '/', target: (page) => button(page, 'Profile menu') },
    { what: 'open the side menu', path: '/', target: (page) => button(page, 'Toggle side menu') },
    { what: 'the other theme', path: '/courses', target: (page) => button(page, 'Dark mode') },
    { what: 'choose a category', path: '/courses', target: (page) => button(page, 'design') },
    {
      what: 'type a letter into the search',
      path: '/courses',
      before: (page) => button(page, 'Toggle search').tap(),
    },
    {
      what: 'another tab of the dashboard',
      path: '/admin',
      who: 'admin',
      target: (page) => page.getByRole('main').getByRole('link', { name: 'Teachers' }),
    },
    { what: 'like', path: watch, who: 'student', target: (page) => button(page, /^Liked?$/) },
    {
      what: 'type a note while the video plays',
      path: `${watch}?tab=notes`,
      who: 'student',
      before: async (page) => {
        await button(page, /^(Play|Continue|Watch again).*/)
          .first()
          .tap()
        await button(page, 'Pause').waitFor()
        await page.getByRole('textbox', { name: 'Your note' }).focus()
      },
    },
    {
      what: 'open a dialog',
      path: '/courses',
      who: 'student',
      before: async (page) => {
        await button(page, 'Profile menu').tap()
        await quiet(page)
      },
      target: (page) =>
        page.getByRole('dialog', { name: 'Profile' }).getByRole('button', { name: 'Log Out' }),
    },
    {
      what: 'move one of 300 videos down',
      path: build,
      who: 'teacher',
      before: (page) => page.getByRole('checkbox', { name: 'Choose Lesson 005' }).focus(),
      key: 'Alt+ArrowDown',
    },
    {
      what: 'choose all of 300 videos',
      path: build,
      who: 'teacher',
      before: (page) => page.getByRole('checkbox', { name: 'Choose Lesson 005' }).focus(),
      key: 'Control+a',
    },
    {
      what: 'type into the grid of 300 videos',
      path: `${build}?view=grid`,
      who: 'teacher',
      before: (page) => page.getByRole('textbox', { name: 'Title of video 5', exact: true }).focus(),
    },
  ]
}

/** Finds the place first: looking for a name among hundreds of elements is work of the page's thread, too. */
async function aim(
  page: Page,
  { target, key = 'd' }: Pick<Interaction, 'target' | 'key'>,
): Promise<() => Promise<void>> {
  if (target === undefined) return () => page.keyboard.press(key)
  await target(page).scrollIntoViewIfNeeded()
  const box = await target(page).boundingBox()
  if (box === null) throw new Error('There is nothing to touch.')
  return () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

/** The slowest answer, in milliseconds; what was answered within 16 ms the browser does not tell. */
const slowestOf = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(16, ...Reflect.get(window, 'interactionsSeen')))

async function once(phones: Phones, site: CrowdedSite, { path, who, before, ...touched }: Interaction) {
  const phone = await phones.open({ home: site.url, user: who && site[who] })
  const { page } = phone
  await open(page, path)
  await before?.(page)
  const act = await aim(page, touched)
  await settled(page)
  await page.evaluate(() => Reflect.set(window, 'interactionsSeen', []))
  const tasks = await phone.tasksDuring(async () => {
    await act()
    await settled(page)
    await quiet(page)
    await settled(page)
  })
  const answer = await slowestOf(page)
  await phone.close()
  return { answer, ...longest(tasks) }
}

/** From the touch or key to the paint that answers it, on the phone's profile. */
export async function interactions(phones: Phones, site: CrowdedSite, rounds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const interaction of interactionsOf(site)) {
    const times: Awaited<ReturnType<typeof once>>[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await once(phones, site, interaction))
    const answer = median(times.map((time) => time.answer))
    const script = median(times.map((time) => time.script))
    const whole = median(times.map((time) => time.whole))
    rows.push({
      part: 'interaction',
      what: interaction.what,
      figure: `answer ${answer.toFixed(0)} ms; script ${script.toFixed(0)} ms, task ${whole.toFixed(0)} ms`,
      bar: `answer ≤ ${ANSWER_MAX_MS} ms`,
      passed: answer <= ANSWER_MAX_MS,
    })
  }
  return rows
}
