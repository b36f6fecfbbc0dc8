import { createHash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'

/** Statements that the server keeps ready for each connection; one more is planned each time. */
const STATEMENTS_NAMED = 300
/** Of those, so many that were put together by hand: what words look like is part of some of them. */
const RAW_NAMED = 80
/** A text that was put together by hand and is asked so often is asked further. */
const RAW_ASKED = 3
const RAW_COUNTED = 1000

/**
 * Gives each statement its name, by which the server knows it and its plan. The same text has the same name on every node.
 * What reads all columns of a table is not kept: columns may come. Of raw texts questions alone, and when they are asked
 * again: many others are said once.
 */
export function createNames() {
  const names = new Map<string, string>()
  const asked = new Map<string, number>()
  let raw = 0

  function isAskedOften(sql: string): boolean {
    if (raw >= RAW_NAMED || !/^\s*(select|with)\b/i.test(sql)) return false
    const times = (asked.get(sql) ?? 0) + 1
    if (asked.size >= RAW_COUNTED) asked.clear()
    asked.set(sql, times)
    return times >= RAW_ASKED
  }

  return ({ sql, query }: CompiledQuery): string | undefined => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (names.size >= STATEMENTS_NAMED || /(select|returning|\.) ?\*/.test(sql)) return undefined
    if (query.kind === 'RawNode') {
      if (!isAskedOften(sql)) return undefined
      asked.delete(sql)
      raw += 1
    }
    const name = createHash('sha1').update(sql).digest('hex')
    names.set(sql, name)
    return name
  }
}
