import { z } from 'zod'
import { invalid } from '#server/http/app-error.ts'

const Keys = z
  .array(z.union([z.string().max(400), z.number()]))
  .min(2)
  .max(5)

/** The position after a row: the sort's name, the row's sort values, then its id. Opaque to clients. */
export function encodeCursor(sort: string, keys: (string | number)[]): string {
  return Buffer.from(JSON.stringify([sort, ...keys])).toString('base64url')
}

/**
 * The keys inside a cursor made for the same sort.
 * Throws an AppError for anything else. A cursor comes from the client and never grants access.
 */
export function decodeCursor(sort: string, cursor: string): (string | number)[] {
  const parsed = Keys.safeParse(read(cursor))
  const [name, ...keys] = parsed.data ?? []
  if (name !== sort || keys.length === 0) throw invalid('cursor', 'Invalid cursor.')
  return keys
}

function read(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    // The shape check rejects it.
    return undefined
  }
}

export interface Page<Row> {
  rows: Row[]
  nextCursor: string | null
}

/** Cuts `limit + 1` rows to a page: the extra row only tells that there is more. */
export function pageOf<Row>(rows: Row[], limit: number, cursorOf: (last: Row) => string): Page<Row> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}
