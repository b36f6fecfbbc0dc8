/**
 * `npm run bench [-- --only <row>] [--quick]`: the built product on the seeded small and large sites, in turns with a
 * bare `node:http` server that answers the same bytes, nginx, or the engine's driver alone. The whole run is kept in
 * docs/measurements.md, on PostgreSQL in a place of its own. Seed both sites first: `npm run bench:seed -- --scale small`, then `large`.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { missingPrograms } from '#scripts/programs.ts'
import { importFigures } from './run/imports.ts'
import { type Arena, type Measured, measure, type Rounds } from './run/measure.ts'
import { startLimit, startNginx } from './run/peers.ts'
import { openRawWriter } from './run/raw-writer.ts'
import { type Engine, keepRun, machine, tableOf, type Whole, wholesOf } from './run/report.ts'
import { ROWS } from './run/rows.ts'
import { readsBesideSavers } from './run/savers.ts'
import { environmentOf, openSite } from './run/site.ts'
import { memoryAfter, startUps } from './run/start-up.ts'
import { videoFigures } from './run/videos.ts'
import { gainOfWorkers } from './run/workers.ts'

const ROUNDS: Record<'whole' | 'quick', Rounds> = {
  whole: { ofRatios: 9, ofOthers: 3 },
  quick: { ofRatios: 3, ofOthers: 3 },
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '1' },
    /** A smaller site in the place of the large one, to work on the bench itself. */
    large: { type: 'string', default: 'large' },
  },
})

const rounds = values.quick ? ROUNDS.quick : ROUNDS.whole

async function openArena(): Promise<Arena> {
  const data = resolve('.cache/bench', values.large)
  if (!existsSync(`${data}/bench.json`)) {
    console.error(`There is no such site yet. First: npm run bench:seed -- --scale ${values.large}`)
    process.exit(1)
  }
  // Without them it measures with our own client, and pictures against nobody.
  const sentence = missingPrograms(['wrk', 'nginx'])
  if (sentence !== undefined) console.error(sentence)
  const database = environmentOf(values.large).DATABASE_URL
  const small = existsSync(resolve('.cache/bench/small/bench.json')) && values.large !== 'small'
  return {
    small: small ? await openSite('small') : undefined,
    large: await openSite(values.large),
    limit: await startLimit(data, database),
    nginx: await startNginx(`${data}/media`),
    raw: await openRawWriter(data, database),
    rounds,
    seconds: Number(values.seconds),
  }
}

async function closeArena({ small, large, limit, nginx, raw }: Arena): Promise<void> {
  await Promise.all([small?.app.stop(), large.app.stop(), limit.stop(), nginx?.stop(), raw.stop()])
}

async function runRows(arena: Arena): Promise<Measured[]> {
  const { only } = values
  const rows = ROWS.filter(({ name }) => only === undefined || only.some((part) => name.startsWith(part)))
  if (rows.length === 0 && only?.join() !== 'imports')
    throw new Error(`There is no such row. ${ROWS.map(({ name }) => name).join(' · ')}`)
  const measured: Measured[] = []
  for (const [at, row] of rows.entries()) {
    process.stderr.write(`${at + 1} of ${rows.length}: ${row.name}\n`)
    const firstPage = ROWS.find(({ name }) => name === row.bar.of)
    const result = await measure(row, arena, firstPage)
    process.stderr.write(
      `    ${result.rate.toFixed(0)}/s, p99 ${result.p99.toFixed(1)} ms, processor ${result.cpu.toFixed(2)} ms\n`,
    )
    measured.push(result)
  }
  return measured
}

async function main(): Promise<void> {
  // They need no seeded site.
  if (values.only?.join() === 'videos') {
    console.log(`${machine()}\n\n${wholesOf(await videoFigures(rounds))}`)
    return
  }
  const engine: Engine = environmentOf(values.large).DATABASE_URL === undefined ? 'SQLite' : 'PostgreSQL'
  const whole = values.only === undefined && values.large === 'large'
  const wholes: Whole[] = whole ? await startUps() : []
  if (whole && engine === 'SQLite') wholes.push(await gainOfWorkers(), ...(await videoFigures(rounds)))
  const arena = await openArena()
  try {
    const measured = await runRows(arena)
    if (values.only === undefined)
      wholes.push(await readsBesideSavers(arena.large), ...(await importFigures(arena.large)))
    if (values.only?.join() === 'imports') wholes.push(...(await importFigures(arena.large)))
    wholes.push(memoryAfter(arena.large.app.pid))
    const text = `${tableOf(measured)}\n\n${wholesOf(wholes)}`
    console.log(`${machine()}\n\n${text}`)
    const command = values.quick ? 'npm run bench -- --quick' : 'npm run bench'
    if (whole && engine === 'SQLite') keepRun(engine, command, text)
    else if (whole) keepRun(engine, `BENCH_LARGE_URL=… BENCH_SMALL_URL=… ${command}`, text)
  } finally {
    await closeArena(arena)
  }
}

await main()
