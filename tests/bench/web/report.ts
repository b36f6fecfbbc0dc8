import { readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Phones } from './phone.ts'
import { type Row, tableOfPart } from './row.ts'

const PAGE = fileURLToPath(new URL('../../../docs/measurements.md', import.meta.url))

/** The machine, how busy it was, and how much slower the phone was made: times of a browser say little without. */
export function machine({ version, slowdowns }: Phones): string {
  const [one] = cpus()
  const gib = (totalmem() / 2 ** 30).toFixed(0)
  const load = loadavg()[1] ?? 0
  return `${cpus().length} × ${one?.model.trim() ?? 'unknown processor'}, ${gib} GiB, ${platform()} ${arch()} ${release()}, Node ${process.version}, Chromium ${version}, load ${load.toFixed(1)}${slowedDown(slowdowns)}`
}

function slowedDown(slowdowns: readonly number[]): string {
  if (slowdowns.length === 0) return ''
  const [least, most] = [Math.min(...slowdowns).toFixed(1), Math.max(...slowdowns).toFixed(1)]
  return `, slowed down ${least === most ? least : `${least} to ${most}`} times`
}

interface Run {
  /** The part that was run, as it is named after `--only`. */
  part: string
  /** What was typed. */
  command: string
  machine: string
  rows: readonly Row[]
}

/** Puts the last run of one part into its place in docs/measurements.md. */
export function keepRun({ part, command, machine: on, rows }: Run): void {
  const begin = `<!-- the last run of ${part} begins -->`
  const end = `<!-- the last run of ${part} ends -->`
  const page = readFileSync(PAGE, 'utf8')
  const [before, rest = ''] = page.split(begin)
  const [, after] = rest.split(end)
  if (before === undefined || after === undefined)
    throw new Error(`docs/measurements.md has no place for a run of ${part}.`)
  const date = new Date().toISOString().slice(0, 10)
  const text = `\`${command}\`, ${date}: ${on}.\n\n${tableOfPart(rows)}`
  writeFileSync(PAGE, `${before}${begin}\n${text}\n${end}${after}`)
}
