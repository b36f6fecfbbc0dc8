import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from '#tests/faults/fault.ts'
import { root } from '#tests/start-lectern.ts'
import type { ClusterCheck } from './check.ts'

const FILE = join(root, 'docs/scaling.md')
const BEGIN = '<!-- test:cluster -->'
const END = '<!-- /test:cluster -->'
const HEAD = '| | what | result | figures | run |\n| --- | --- | --- | --- | --- |'
const ROW = /^\| ([\w-]+) \|/

export interface Result {
  check: ClusterCheck
  outcome: Outcome
}

function rowOf({ check, outcome }: Result): string {
  const date = new Date().toISOString().slice(0, 10)
  return `| ${check.id} | ${check.title} | ${outcome.held ? 'held' : '**broken**'} | ${outcome.figures} | ${date} |`
}

/** Writes the rows of this run between the two markers of docs/scaling.md and leaves the other rows unchanged. */
export function report(results: Result[], order: string[]): void {
  const page = existsSync(FILE) ? readFileSync(FILE, 'utf8') : `${BEGIN}\n${END}\n`
  const [before = '', rest = ''] = page.split(BEGIN)
  const [table = '', after = ''] = rest.split(END)
  const rows = new Map<string, string>()
  for (const line of table.split('\n')) {
    const id = ROW.exec(line)?.[1]
    if (id !== undefined) rows.set(id, line)
  }
  for (const result of results) rows.set(result.check.id, rowOf(result))
  const lines = order.flatMap((id) => rows.get(id) ?? [])
  writeFileSync(FILE, `${before}${BEGIN}\n${HEAD}\n${lines.join('\n')}\n${END}${after}`)
}
