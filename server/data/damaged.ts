import type SQLite from 'better-sqlite3'
import { codeOf } from './dialect.ts'

/** Whether the error means that pages are corrupt. No write may build on corrupt pages. */
export function isDamaged(error: unknown): boolean {
  return /^(SQLITE_(CORRUPT|NOTADB)|XX001$|XX002$)/.test(codeOf(error))
}

/** The first problem in the pages of a database, or `undefined`. */
export function damageOf(sqlite: SQLite.Database): string | undefined {
  try {
    const finding = sqlite.pragma('quick_check(1)', { simple: true })
    return finding === 'ok' ? undefined : String(finding)
  } catch (error) {
    if (isDamaged(error) && error instanceof Error) return error.message
    throw error
  }
}
