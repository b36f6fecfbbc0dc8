/**
 * `npm run test:lighthouse`: Lighthouse's phone profile on every public page of the built product with demo content,
 * three visits a page. The table shows the median; a figure under its floor ends the command with 1.
 * Lighthouse is installed into tools/lighthouse at the first run: 136 MB that no other command needs.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { findBrowser } from '#scripts/browser.ts'
import { openHouse } from '#tests/journeys/server.ts'

/** A package of its own. */
const here = fileURLToPath(new URL('../../tools/lighthouse', import.meta.url))
const cli = join(here, 'node_modules/lighthouse/cli/index.js')
const VISITS = 3

/** What issue and docs/decisions promise of a public page. */
const FLOORS = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 } as const

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Scores = Record<(typeof CATEGORIES)[number], number>

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

/** Chromium without a sandbox of its own (it may run as root) and without calls to its maker. */
const CHROMIUM_FLAGS =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

function install(): void {
  if (existsSync(cli)) return
  console.log('Installing Lighthouse (once) …')
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
    [...args, categories, `--chrome-flags=${CHROMIUM_FLAGS}`],
    { encoding: 'utf8', env: { ...process.env, CHROME_PATH: browser }, maxBuffer: 256 * 1024 * 1024 },
  )
  if (status !== 0 && tries > 1 && stderr.includes(AGAIN)) return visit(address, browser, tries - 1)
  if (status !== 0) throw new Error(`Lighthouse failed on ${address}:\n${stderr}`)
  return Report.parse(JSON.parse(stdout))
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const Lists = {
  playlists: z.object({
    playlists: z.array(z.object({ _id: z.string(), teacher: z.object({ _id: z.string() }) })),
  }),
}

/** The public pages, each with one real thing of the demo content where it shows one. */
async function publicPages(home: string): Promise<string[]> {
  const answer = await fetch(`${home}/api/playlists?limit=1`)
  const [playlist] = Lists.playlists.parse(await answer.json()).playlists
  if (playlist === undefined) throw new Error('The demo content has no public playlist.')
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

/** One row of the table. Gives whether every figure reaches its floor. */
function judge(page: string, reports: Report[]): boolean {
  const scores: Scores = { performance: 0, accessibility: 0, 'best-practices': 0, seo: 0 }
  for (const category of CATEGORIES)
    scores[category] = median(reports.map(({ categories }) => categories[category]))
  const metric = (name: keyof Report['audits']) => median(reports.map(({ audits }) => audits[name]))
  const kept = CATEGORIES.every((category) => scores[category] >= FLOORS[category])
  const figures = [
    ...CATEGORIES.map((category) => String(scores[category]).padStart(4)),
    `${(metric('largest-contentful-paint') / 1000).toFixed(2)} s`.padStart(8),
    metric('cumulative-layout-shift').toFixed(3).padStart(7),
    `${metric('total-blocking-time').toFixed(0)} ms`.padStart(8),
  ]
  const speed = median(reports.map(({ environment }) => environment.benchmarkIndex)).toFixed(0)
  console.log(`${kept ? 'kept  ' : 'MISSED'} ${figures.join(' ')} ${speed.padStart(6)}  ${page}`)
  return kept
}

async function main(): Promise<void> {
  install()
  const browser = findBrowser()
  if (browser === undefined) throw new Error('Lighthouse needs a Chromium: run `node scripts/browser.ts`.')
  const house = await openHouse({ DEMO_CONTENT: 'true', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })
  try {
    const only = process.argv.slice(2)
    const pages = (await publicPages(house.url)).filter((page) => only.length === 0 || only.includes(page))
    console.log(
      `Median of ${VISITS}: performance, accessibility, best practices, SEO; LCP, CLS, TBT, speed of the machine`,
    )
    for (const page of pages) {
      const reports = Array.from({ length: VISITS }, () => visit(`${house.url}${page}`, browser))
      if (!judge(page, reports)) process.exitCode = 1
    }
  } finally {
    await house.stop()
  }
}

await main()
