/**
 * `npm run bench:web [-- --only <part>] [--quick]`: the built product in a browser, on a copy of the seeded small site.
 * Bytes by route, Lighthouse, long tasks, interactions, changes of screen and long lists on Lighthouse's phone, a table
 * for each. The last run of each part is kept in docs/performance.md, unless `SLOWDOWN` says another phone. First:
 * `npm run bench:seed -- --scale small`.
 */
import { parseArgs } from 'node:util'
import { publicPages } from '#tests/lighthouse/visit.ts'
import { bytesByRoute } from './web/bytes.ts'
import { interactions } from './web/interactions.ts'
import { lighthouse } from './web/lighthouse.ts'
import { longTasks } from './web/loading.ts'
import { isLighthousesPhone, startBrowser } from './web/phone.ts'
import { keepRun, machine } from './web/report.ts'
import { routeChanges } from './web/route-changes.ts'
import { type Row, tableOf } from './web/row.ts'
import { scrolling } from './web/scrolling.ts'
import { openCrowdedSite } from './web/site.ts'

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

async function main(): Promise<void> {
  const site = await openCrowdedSite()
  const browser = await startBrowser()
  try {
    const pages = await publicPages(site.url)
    const parts: Record<string, () => Promise<Row[]> | Row[]> = {
      bytes: () => bytesByRoute(browser, site, pages),
      lighthouse: () => lighthouse(site, { pages, rounds: visits }),
      loading: () => longTasks(browser, site, { pages, rounds }),
      interactions: () => interactions(browser, site, rounds),
      changes: () => routeChanges(browser, site, rounds),
      scrolling: () => scrolling(browser, site, values.many === undefined ? undefined : Number(values.many)),
    }
    for (const part of values.only ?? Object.keys(parts)) {
      const run = parts[part]
      if (run === undefined) throw new Error(`There is no such part. ${Object.keys(parts).join(' · ')}`)
      process.stderr.write(`${part} …\n`)
      const rows = await run()
      const on = machine(browser.version())
      process.stdout.write(`${on}\n\n${tableOf(rows)}\n`)
      if (values.many === undefined && isLighthousesPhone)
        keepRun({ part, command: COMMAND, machine: on, rows })
    }
  } finally {
    await browser.close()
    await site.stop()
  }
}

await main()
