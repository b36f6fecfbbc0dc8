/**
 * Lighthouse's phone profile on a page: what `npm run test:lighthouse` and `npm run bench:web` measure with. Lighthouse is
 * installed into tools/lighthouse at the first run: 136 MB that no other command needs.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** A package of its own. */
const here = fileURLToPath(new URL('../../tools/lighthouse', import.meta.url))
const cli = join(here, 'node_modules/lighthouse/cli/index.js')

/** The module with the measures that Lighthouse takes in a page; there once it is installed. */
export const MEASURES_OF_A_PAGE = join(here, 'node_modules/lighthouse/core/lib/page-functions.js')

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

/** What issue and docs/decisions promise of a public page. */
export const FLOORS: Record<Category, number> = {
  performance: 97,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
}

const Score = z.object({ score: z.number() }).transform(({ score }) => Math.round(score * 100))
const Metric = z.object({ numericValue: z.number() }).transform(({ numericValue }) => numericValue)
const Report = z.object({
  categories: z.object({
    performance: Score,
    accessibility: Score,
    'best-practices': Score,
    seo: Score,
  }),
  audits: z.object({
    'largest-contentful-paint': Metric,
    'cumulative-layout-shift': Metric,
    'total-blocking-time': Metric,
  }),
  /** Lighthouse's measure of this machine; its phone is four times slower than one of 1500. */
  environment: z.object({ benchmarkIndex: z.number() }),
})
type Report = z.infer<typeof Report>

/** The medians of some visits to one page. */
export interface Measured {
  scores: Record<Category, number>
  /** Milliseconds. */
  largestPaint: number
  layoutShift: number
  /** Milliseconds. */
  blockingTime: number
  /** How fast Lighthouse found the machine. */
  speed: number
}

/**
 * Chromium without a sandbox of its own (it may run as root), without calls to its maker, and without the pages of its
 * own address bar: it loads them beside each visit, half a second of a processor, and no phone shows them.
 */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
]

/** Throws when it cannot be installed. */
export function install(): void {
  if (existsSync(cli)) return
  process.stdout.write('Installing Lighthouse (once) …\n')
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: here, stdio: 'inherit' })
  if (status !== 0) throw new Error('Lighthouse could not be installed; the reason is above.')
}

/** Its recording of a visit is lost now and then, and it says so. */
const AGAIN = 'Please run Lighthouse again'
const TRIES = 3

function visit(address: string, browser: string, tries = TRIES): Report {
  const args = [cli, address, '--output=json', '--output-path=stdout', '--quiet']
  const categories = `--only-categories=${CATEGORIES.join(',')}`
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...args, categories, `--chrome-flags=${['--headless=new', ...CHROMIUM_FLAGS].join(' ')}`],
    { encoding: 'utf8', env: { ...process.env, CHROME_PATH: browser }, maxBuffer: 256 * 1024 * 1024 },
  )
  if (status !== 0 && tries > 1 && stderr.includes(AGAIN)) return visit(address, browser, tries - 1)
  if (status !== 0) throw new Error(`Lighthouse failed on ${address}:\n${stderr}`)
  return Report.parse(JSON.parse(stdout))
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** The medians of so many visits. Throws when Lighthouse cannot measure the page. */
export function measure(address: string, browser: string, visits: number): Measured {
  const reports = Array.from({ length: visits }, () => visit(address, browser))
  const score = (category: Category) => median(reports.map(({ categories }) => categories[category]))
  const metric = (name: keyof Report['audits']) => median(reports.map(({ audits }) => audits[name]))
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    largestPaint: metric('largest-contentful-paint'),
    layoutShift: metric('cumulative-layout-shift'),
    blockingTime: metric('total-blocking-time'),
    speed: median(reports.map(({ environment }) => environment.benchmarkIndex)),
  }
}

const Lists = {
  playlists: z.object({
    playlists: z.array(z.object({ _id: z.string(), teacher: z.object({ _id: z.string() }) })),
  }),
}

/** The public pages, each with one real thing of the site where it shows one. */
export async function publicPages(home: string): Promise<string[]> {
  const answer = await fetch(`${home}/api/playlists?limit=1`)
  const [playlist] = Lists.playlists.parse(await answer.json()).playlists
  if (playlist === undefined) throw new Error('The site has no public playlist.')
  return [
    '/',
    '/about',
    '/courses',
    '/teachers',
    '/contact',
    `/playlist-details/${playlist._id}`,
    `/teacher-profile/${playlist.teacher._id}`,
    '/course-search?q=design',
  ]
}
