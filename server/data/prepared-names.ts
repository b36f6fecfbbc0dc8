import { createHash } from 'node:crypto'

const names = new Map<string, string>()

/**
 * Gives a query that is built once a name, so that PostgreSQL plans it once for each connection. A query for all columns
 * of a table gets none: a migration of a newer program may add some.
 */
export function namePrepared(text: string): void {
  if (!/(select|returning|\.) ?\*/.test(text)) names.set(text, createHash('sha1').update(text).digest('hex'))
}

export function preparedName(text: string): string | undefined {
  return names.get(text)
}
