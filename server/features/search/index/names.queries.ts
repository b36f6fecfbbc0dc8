import { sql } from 'kysely'
import { type Db, transaction } from '#server/data/database.ts'
import { valuesTable } from '#server/data/dialect.ts'
import { lockToChange } from '#server/data/locks.ts'
import { deletionsOf, forgives } from './typing-errors.ts'
import { wordsIn } from './words.ts'

const TEACHERS_AT_ONCE = 200
const OVERLOOKED_AT_ONCE = 1000

/** Marks the end of a whole word; no word contains a space. */
const END = ' '

/** The key of a whole word; longer words do not match it. */
export function wholeWord(word: string): string {
  return word + END
}

/** The keys of a name: every prefix of each word, and each whole word. */
export function beginningsOf(nameKey: string): Set<string> {
  return new Set(
    wordsIn(nameKey).flatMap((word) => {
      const letters = [...word]
      return [...letters.map((_, index) => letters.slice(0, index + 1).join('')), wholeWord(word)]
    }),
  )
}

/** Each word that tolerates an error, as typed correctly and with each letter left out. */
export function nearlyTyped(nameKey: string): { deletion: string; word: string }[] {
  const words = [...new Set(wordsIn(nameKey))].filter(forgives)
  return words.flatMap((word) => [word, ...deletionsOf(word)].map((deletion) => ({ deletion, word })))
}

interface Named {
  id: string
  username_key: string
}

/** The key to index: only teachers have one, unless their account is deleted. The index `users_overlooked` uses this condition. */
const searchedAs = sql<string | null>`case when role = 'Teacher' and deleted_at is null then username_key end`

/** Call it in the transaction that changes a user's name or role. Deleting a user deletes their entries, too. */
export async function reindexName(trx: Db, userId: string): Promise<void> {
  await sql`delete from search_names where user_id = ${userId}`.execute(trx)
  await sql`delete from search_name_deletions where user_id = ${userId}`.execute(trx)
  await enter(trx, await teachers(trx).where('id', '=', userId).execute())
  await trx.updateTable('users').set({ searched_as: searchedAs }).where('id', '=', userId).execute()
}

/**
 * Indexes users whose name or role an older version changed, which may run during a rolling upgrade. Returns their number.
 */
export async function indexOverlooked(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from users where searched_as is distinct from ${searchedAs}
    limit ${OVERLOOKED_AT_ONCE}`.execute(db)
  for (const { id } of rows) {
    await transaction(db, async (trx) => {
      await lockToChange(trx, 'users', { id })
      await reindexName(trx, id)
    })
  }
  return rows.length
}

/** Rebuilds the index of all names; call it in a transaction. */
export async function rebuildNames(trx: Db): Promise<void> {
  await trx.deleteFrom('search_names').execute()
  await trx.deleteFrom('search_name_deletions').execute()
  const all = await teachers(trx).orderBy('id').execute()
  for (let from = 0; from < all.length; from += TEACHERS_AT_ONCE)
    await enter(trx, all.slice(from, from + TEACHERS_AT_ONCE))
  await sql`update users set searched_as = ${searchedAs}
    where searched_as is distinct from ${searchedAs}`.execute(trx)
}

function teachers(trx: Db) {
  return trx
    .selectFrom('users')
    .select(['id', 'username_key'])
    .where('role', '=', 'Teacher')
    .where('deleted_at', 'is', null)
}

async function enter(trx: Db, teachers: Named[]): Promise<void> {
  const names = teachers.flatMap(({ id, username_key }) =>
    [...beginningsOf(username_key)].map((beginning) => ({ beginning, username_key, id })),
  )
  if (names.length === 0) return
  await sql`insert into search_names (beginning, username_key, user_id)
    select beginning, username_key, user_id from ${valuesTable(trx, 'entry', {
      beginning: names.map(({ beginning }) => beginning),
      username_key: names.map(({ username_key }) => username_key),
      user_id: names.map(({ id }) => id),
    })} where true`.execute(trx)
  const typed = teachers.flatMap(({ id, username_key }) =>
    nearlyTyped(username_key).map((each) => ({ ...each, id })),
  )
  if (typed.length === 0) return
  await sql`insert into search_name_deletions (deletion, word, user_id)
    select deletion, word, user_id from ${valuesTable(trx, 'entry', {
      deletion: typed.map(({ deletion }) => deletion),
      word: typed.map(({ word }) => word),
      user_id: typed.map(({ id }) => id),
    })} where true`.execute(trx)
}
