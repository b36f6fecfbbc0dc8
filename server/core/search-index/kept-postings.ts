import { sql } from 'kysely'
import { createCache } from '../cache.ts'
import type { Db } from '../db/database.ts'
import { isPostgres } from '../db/dialect.ts'
import { type Given, prepared } from '../db/prepared.ts'
import { type Holders, heldByAny, holdersOf, newestHeld } from './holders.ts'

/** What the index is called as long as nobody changes it; no other index is ever called so. */
type Mark = string

interface Kept {
  /** The index that was read. */
  mark: Mark
  /** Absent where there are too many. */
  holders: Holders | undefined
}

const KEPT_BYTES_MAX = 8 * 2 ** 20
const KEPT_LEXEMES_MAX = 2000
const KEPT_MS = 600_000
/** More of one lexeme take longer to read than they save. */
const READ_WHOLE_MAX = 100_000
/** Lexemes in one reading; what stands behind them waits for the next search. */
const READ_AT_ONCE = 6

const kept = createCache<Kept | undefined>({
  milliseconds: () => KEPT_MS,
  entries: KEPT_LEXEMES_MAX,
  bytes: KEPT_BYTES_MAX,
  sizeOf: (each) => each?.holders?.byteLength ?? 0,
  keep: (each) => each !== undefined,
})

/** What was asked for once since the index changed: who asks again will ask a third time. */
const once = { mark: '', lexemes: new Set<string>() }

const marksSummed = sql<Mark>`(select sum(mark)::text from search_index_marks)`

const markOfIndex = prepared((db) => db.selectNoFrom(marksSummed.as('mark')))

/** The state of the index of this moment; `undefined` on SQLite, which needs nothing kept. */
export async function indexMark(db: Db): Promise<Mark | undefined> {
  if (!isPostgres(db)) return undefined
  const [row] = await markOfIndex(db, {})
  return row?.mark
}

interface Wanted {
  limit: number
  mark: Mark
}

/**
 * The newest entries, at most `limit`, that hold at least one lexeme of every group, from what is in memory of the index
 * that is called `mark`. `undefined` when that is not all of them; what is asked for a second time will be there soon.
 */
export async function newestKept(
  db: Db,
  groups: readonly (readonly string[])[],
  { limit, mark }: Wanted,
): Promise<number[] | undefined> {
  const lexemes = [...new Set(groups.flat())]
  const missing = lexemes.filter((lexeme) => !kept.has(keyOf(mark, lexeme)))
  if (missing.length > 0) {
    keepSoon(db, mark, missing)
    return undefined
  }
  const holders = await holdersInMemory(mark, lexemes)
  return (
    holders &&
    newestHeld(
      groups.map((group) => group.flatMap((lexeme) => holders.get(lexeme) ?? [])),
      limit,
    )
  )
}

/**
 * Of these entries those that hold one of the lexemes or more, in the index that is called `mark`. `undefined` when not all of
 * the lexemes are in memory, which changes nothing.
 */
export async function holdingKept(
  seqs: readonly number[],
  lexemes: readonly string[],
  mark: Mark,
): Promise<number[] | undefined> {
  const holders = await holdersInMemory(mark, lexemes)
  return holders && heldByAny(seqs, [...holders.values()])
}

async function holdersInMemory(
  mark: Mark,
  lexemes: readonly string[],
): Promise<Map<string, Holders> | undefined> {
  const holders = new Map<string, Holders>()
  for (const lexeme of lexemes) {
    const found = await kept.get(keyOf(mark, lexeme), async () => undefined).catch(() => undefined)
    if (!found?.holders) return undefined
    holders.set(lexeme, found.holders)
  }
  return holders
}

function keyOf(mark: Mark, lexeme: string): string {
  return `${mark} ${lexeme}`
}

/** Nobody waits for it. */
function keepSoon(db: Db, mark: Mark, lexemes: string[]): void {
  const isOver = once.mark !== mark || once.lexemes.size > KEPT_LEXEMES_MAX
  if (isOver) Object.assign(once, { mark, lexemes: new Set() })
  const again = lexemes.filter((lexeme) => once.lexemes.has(lexeme)).slice(0, READ_AT_ONCE)
  for (const lexeme of lexemes) once.lexemes.add(lexeme)
  if (again.length === 0) return
  const read = readWhole(db, again)
  for (const lexeme of again) {
    const ofThatIndex = async () => {
      const found = (await read).get(lexeme)
      return found?.mark === mark ? found : undefined
    }
    void kept.get(keyOf(mark, lexeme), ofThatIndex)
  }
}

/** With what the index was called when it was read: one statement sees one state, wherever it is asked. */
const wholePostings = prepared((db, given: Given<{ lexemes: readonly string[]; limit: number }>) =>
  db
    .selectFrom(sql<{ value: string }>`(select value from ${given.texts('lexemes')})`.as('asked'))
    .select('value as lexeme')
    .select(marksSummed.as('mark'))
    .select(
      sql<string>`array(select seq from search_index_postings
        where lexeme = value order by seq desc limit ${given.value('limit')})::text`.as('seqs'),
    ),
)

async function readWhole(db: Db, lexemes: string[]): Promise<Map<string, Kept>> {
  const rows = await wholePostings(db, { lexemes, limit: READ_WHOLE_MAX })
  return new Map(rows.map(({ lexeme, mark, seqs }) => [lexeme, { mark, holders: holdersIn(seqs) }]))
}

function holdersIn(array: string): Holders | undefined {
  const seqs: number[] = JSON.parse(`[${array.slice(1, -1)}]`)
  return seqs.length === READ_WHOLE_MAX ? undefined : holdersOf(seqs)
}
