import { readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

const PAGE = fileURLToPath(new URL('../../../docs/performance.md', import.meta.url))
const BEGIN = '<!-- the last run in the browser begins -->'
const END = '<!-- the last run in the browser ends -->'

/** The machine, and how busy it was: times of a browser say little on a busy one. */
export function machine(browser: string): string {
  const [one] = cpus()
  const gib = (totalmem() / 2 ** 30).toFixed(0)
  const load = loadavg()[1] ?? 0
  return `${cpus().length} × ${one?.model.trim() ?? 'unknown processor'}, ${gib} GiB, ${platform()} ${arch()} ${release()}, Node ${process.version}, Chromium ${browser}, load ${load.toFixed(1)}`
}

/** Puts the last whole run into docs/performance.md. */
export function keepRun(command: string, run: { machine: string; table: string }): void {
  const page = readFileSync(PAGE, 'utf8')
  const [before, rest = ''] = page.split(BEGIN)
  const [, after] = rest.split(END)
  if (before === undefined || after === undefined)
    throw new Error('docs/performance.md has no place for a run in the browser.')
  const date = new Date().toISOString().slice(0, 10)
  const text = `\`${command}\`, ${date}: ${run.machine}.\n\n${run.table}`
  writeFileSync(PAGE, `${before}${BEGIN}\n${text}\n${END}${after}`)
}
