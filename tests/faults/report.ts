import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release } from 'node:os'
import { join } from 'node:path'
import type { Fault, Outcome } from './fault.ts'
import { root } from './site.ts'

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

\`npm run test:faults\` breaks the built site in the ways of this table and counts what is lost; \`npm run test:faults -- F01\`
runs one of them. Every write that was answered with 2xx is recorded by a process that outlives the server. Afterwards each
of them has to be there once, what was not answered wholly there or not at all, every kept count equal to its rows, the
database whole, and every picture readable. The numbers are those of security.md, section 4.2. Some need root, loop mounts,
strace or cgroups: where a machine has them not, they say so, nothing is broken, and their row stays.

| | fault | result | figures | run |
| --- | --- | --- | --- | --- |`

const FOOT = `Run on ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Linux ${release()}, Node ${process.versions.node}, shared with other
work: times are upper bounds. A control that must lose writes stands in the same row as what it controls.`
