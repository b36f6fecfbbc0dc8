/**
 * `npm run bench:web [-- --only <part>] [--quick]`: the built product in a browser, on a copy of the seeded small site.
 * Bytes by route, Lighthouse on its phone, long tasks, interactions, changes of screen and long lists on a mid-range one, a
 * table for each. The last run of each part is kept in docs/measurements.md, unless `SLOWDOWN` says another phone. First:
 * `npm run bench:seed -- --scale small`.
 */
import { parseArgs } from 'node:util'
import { publicPages } from '#tests/lighthouse/visit.ts'
import { bytesByRoute } from './web/bytes.ts'
import { interactions } from './web/interactions.ts'
import { lighthouse } from './web/lighthouse.ts'
import { longTasks } from './web/loading.ts'
import { isAnotherPhone, type Phones, startPhones } from './web/phone.ts'
import { keepRun, machine } from './web/report.ts'
import { routeChanges } from './web/route-changes.ts'
import { type Row, tableOf } from './web/row.ts'
import { scrolling } from './web/scrolling.ts'
import { type CrowdedSite, openCrowdedSite } from './web/site.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    /** Shorter lists to scroll through, to work on the bench itself. */
    many: { type: 'string' },
  },
})
const rounds = values.quick ? 1 : 5
const visits = values.quick ? 1 : 3

const COMMAND = ['npm run bench:web', ...process.argv.slice(2)].join(' ').replace(' --', ' -- --')

const PARTS: Record<string, (phones: Phones, site: CrowdedSite) => Promise<Row[]>> = {
  bytes: async (phones, site) => bytesByRoute(phones, site, await publicPages(site.url)),
  lighthouse: async (_phones, site) =>
    lighthouse(site, { pages: await publicPages(site.url), rounds: visits }),
  loading: async (phones, site) => longTasks(phones, site, { pages: await publicPages(site.url), rounds }),
  interactions: (phones, site) => interactions(phones, site, rounds),
  changes: (phones, site) => routeChanges(phones, site, rounds),
  scrolling: (phones, site) =>
    scrolling(phones, site, values.many === undefined ? undefined : Number(values.many)),
}

async function runPart(part: string, site: CrowdedSite): Promise<void> {
  const run = PARTS[part]
  if (run === undefined) throw new Error(`There is no such part. ${Object.keys(PARTS).join(' · ')}`)
  process.stderr.write(`${part} …\n`)
  const phones = await startPhones()
  try {
    const rows = await run(phones, site)
    const on = machine(phones)
    process.stdout.write(`${on}\n\n${tableOf(rows)}\n`)
    if (values.many === undefined && !isAnotherPhone) keepRun({ part, command: COMMAND, machine: on, rows })
  } finally {
    await phones.close()
  }
}

async function main(): Promise<void> {
  const site = await openCrowdedSite()
  try {
    for (const part of values.only ?? Object.keys(PARTS)) await runPart(part, site)
  } finally {
    await site.stop()
  }
}

await main()
