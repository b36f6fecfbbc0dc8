import { readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, release, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Measured } from './measure.ts'
import { RESTRICTED_ROWS } from './restricted-rows.ts'
import type { Bar } from './row.ts'
import { ROWS } from './rows.ts'
import { driver } from './wrk.ts'

const PAGE = fileURLToPath(new URL('../../../docs/measurements.md', import.meta.url))
const GROWTH_MAX = 1.3
const DEEP_MAX = 1.3

/** A figure of the whole program, not of one path. */
export interface Whole {
  name: string
  figure: string
  bar: string
  passed: boolean
}

const digits = (value: number, places: number) => (Number.isFinite(value) ? value.toFixed(places) : '–')
const barOf = (name: string): Bar => [...ROWS, ...RESTRICTED_ROWS].find((row) => row.name === name)?.bar ?? {}

/** Each bar of a row in words, and whether it was met. */
function judge(row: Measured): { text: string; passed: boolean }[] {
  const { ratio, behindHttp, p99, cpu, of, times = DEEP_MAX, more } = barOf(row.name)
  const { answered } = row
  const judged: { text: string; passed: boolean }[] = []
  if (ratio !== undefined && row.ratio !== undefined)
    judged.push({ text: `≥ ${ratio}`, passed: row.ratio >= ratio })
  if (behindHttp !== undefined && row.behindHttp !== undefined)
    judged.push({
      text: `${digits(row.behindHttp, 2)} of a bare server (≥ ${behindHttp})`,
      passed: row.behindHttp >= behindHttp,
    })
  if (p99 !== undefined && answered)
    judged.push({
      text: `p99 ${digits(answered.p99, 1)} ms (≤ ${p99})`,
      passed: answered.p99 <= p99,
    })
  if (cpu !== undefined) judged.push({ text: `processor ≤ ${cpu} ms`, passed: row.cpu <= cpu })
  if (more !== undefined && row.more !== undefined)
    judged.push({
      text: `${digits(row.more, 2)} ms of processor more than ${of} (≤ ${more})`,
      passed: row.more <= more,
    })
  else if (row.deeper !== undefined)
    judged.push({
      text: `${digits(row.deeper, 2)} × ${of} (≤ ${times})`,
      passed: row.deeper <= times,
    })
  // Every row has this bar, so it is named only where it was missed.
  if (row.growth !== undefined && row.growth > GROWTH_MAX)
    judged.push({ text: `growth ≤ ${GROWTH_MAX}`, passed: false })
  if (row.failed > 0) judged.push({ text: `${row.failed} of ${row.requests} failed`, passed: false })
  return judged
}

const HEAD = '| path | processor ms | of the limit | growth | bars |'

/** A missed bar is bold. */
export function tableOf(rows: readonly Measured[]): string {
  const lines = rows.map((row) => {
    const bars = judge(row).map(({ text, passed }) => (passed ? text : `**${text}: missed**`))
    const cells = [
      row.name,
      digits(row.cpu, 2),
      row.ratio === undefined ? '–' : digits(row.ratio, 2),
      row.growth === undefined ? '–' : digits(row.growth, 2),
      bars.join('; '),
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [HEAD, HEAD.replace(/[^|]+/g, ' --- '), ...lines].join('\n')
}

export function wholesOf(wholes: readonly Whole[]): string {
  const lines = wholes.map(
    ({ name, figure, bar, passed }) => `| ${name} | ${figure} | ${bar} | ${passed ? 'kept' : '**missed**'} |`,
  )
  return ['| | figure | bar | |', '| --- | --- | --- | --- |', ...lines].join('\n')
}

export function machine(): string {
  const [one] = cpus()
  const gib = (totalmem() / 2 ** 30).toFixed(0)
  return `${cpus().length} × ${one?.model.trim() ?? 'unknown processor'}, ${gib} GiB, ${platform()} ${arch()} ${release()}, Node ${process.version}, driven by ${driver()}`
}

/** Each engine has a place of its own in docs/measurements.md. */
const PLACES = { SQLite: 'the last run', PostgreSQL: 'the last run on PostgreSQL' } as const
export type Engine = keyof typeof PLACES

/** Puts the last whole run on an engine into docs/measurements.md. */
export function keepRun(engine: Engine, command: string, text: string): void {
  const page = readFileSync(PAGE, 'utf8')
  const begin = `<!-- ${PLACES[engine]} begins -->`
  const end = `<!-- ${PLACES[engine]} ends -->`
  const [before, rest = ''] = page.split(begin)
  const [, after] = rest.split(end)
  if (before === undefined || after === undefined)
    throw new Error(`docs/measurements.md has no place for a run on ${engine}.`)
  const date = new Date().toISOString().slice(0, 10)
  const run = `\`${command}\`, ${date}: ${machine()}.\n\n${text}`
  writeFileSync(PAGE, `${before}${begin}\n${run}\n${end}${after}`)
}
