import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release } from 'node:os'
import { join } from 'node:path'
import { root } from '#tests/start-lectern.ts'
import type { Fault, Outcome } from './fault.ts'

const FILE = join(root, 'docs/reliability.md')
const ROW = /^\| (F\d\d) \|/

export interface Result {
  fault: Fault
  outcome: Outcome
}

function rowOf({ fault, outcome }: Result): string {
  const date = new Date().toISOString().slice(0, 10)
  return `| ${fault.id} | ${fault.title} | ${outcome.held ? 'held' : '**broken**'} | ${outcome.figures} | ${date} |`
}

/** Writes the rows of this run into docs/reliability.md and leaves the other rows unchanged. */
export function report(results: Result[]): void {
  const rows = new Map<string, string>()
  for (const line of existsSync(FILE) ? readFileSync(FILE, 'utf8').split('\n') : []) {
    const id = ROW.exec(line)?.[1]
    if (id !== undefined) rows.set(id, line)
  }
  for (const result of results) rows.set(result.fault.id, rowOf(result))
  const table = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  writeFileSync(FILE, `${HEAD}\n${table.join('\n')}\n\n${FOOT}\n`)
}

const HEAD = `# What happens when things break

\`npm run test:faults\` breaks the built site in these ways and counts lost writes; \`npm run test:faults -- F01\` runs one. A separate
process records every write that was answered with 2xx, and each must be stored once afterwards. A write without an answer must be stored
completely or not at all. Every count must equal its rows, the database must be intact, every picture readable. "Held" means that
nothing was lost. Faults that need root, loop mounts, strace or cgroups are skipped without them, and their row stays.

| | fault | result | figures | run |
| --- | --- | --- | --- | --- |`

const FOOT = `Run on ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Linux ${release()}, Node ${process.versions.node}, shared with other
work, so times are upper bounds. A control has to lose writes.`
