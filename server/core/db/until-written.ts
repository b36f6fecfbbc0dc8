import type { Db } from './database.ts'
import { writesIn } from './sqlite.ts'

const KEPT_MAX = 10_000

interface Kept<Found> {
  own: number
  others: number
  found: Map<string, Found>
}

/**
 * The same finder, which keeps what it found until anybody writes anything, in this process or another: no write has to
 * say what it changed. On PostgreSQL, where nothing tells, and inside of a transaction it finds anew each time.
 */
export function keptUntilWritten<Found>(
  find: (db: Db, key: string) => Promise<Found | undefined>,
): (db: Db, key: string) => Promise<Found | undefined> {
  const shelves = new WeakMap<Db, Kept<Found>>()
  const shelfOf = (db: Db): Kept<Found> | undefined => {
    const writes = db.isTransaction ? undefined : writesIn(db)
    if (!writes) return undefined
    const own = writes.own()
    const others = writes.others()
    const shelf = shelves.get(db)
    if (shelf?.own === own && shelf.others === others) return shelf
    const empty = { own, others, found: new Map() }
    shelves.set(db, empty)
    return empty
  }
  return async (db, key) => {
    const shelf = shelfOf(db)
    const known = shelf?.found.get(key)
    if (known !== undefined) return known
    const found = await find(db, key)
    if (found === undefined || !shelf || shelf.found.size >= KEPT_MAX) return found
    // Who wrote meanwhile has made another shelf of it.
    if (shelf === shelfOf(db)) shelf.found.set(key, found)
    return found
  }
}
