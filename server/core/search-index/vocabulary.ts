import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { deletionsOf, forgives } from './typing-errors.ts'

/** Words gained and lost by playlists: word → by how many playlists more (or fewer) it is used now. */
export type WordChanges = Map<string, number>

/** Keeps the count of playlists for each word, and the deletions of the words that forgive an error, exact. */
export async function changeVocabulary(trx: Db, changes: WordChanges): Promise<void> {
  const gained = [...changes].filter(([, by]) => by > 0)
  const lost = [...changes].filter(([, by]) => by < 0)
  if (gained.length > 0) await learn(trx, gained)
  if (lost.length > 0) await forget(trx, lost)
}

async function learn(trx: Db, gained: [string, number][]): Promise<void> {
  const known = await sql<{ word: string; documents: number }>`
    insert into search_words (word, documents)
    select key, value from json_each(${JSON.stringify(Object.fromEntries(gained))}) where true
    on conflict (word) do update set documents = documents + excluded.documents
    returning word, documents`.execute(trx)
  const before = new Map(gained)
  const fresh = known.rows.filter(({ word, documents }) => documents === before.get(word))
  const pairs = deletionPairs(fresh.map(({ word }) => word))
  if (pairs.length === 0) return
  await sql`
    insert into search_deletions (deletion, word)
    select value ->> 0, value ->> 1 from json_each(${JSON.stringify(pairs)}) where true
    on conflict do nothing`.execute(trx)
}

async function forget(trx: Db, lost: [string, number][]): Promise<void> {
  const changed = await sql<{ word: string; documents: number }>`
    update search_words set documents = documents + change.value
    from json_each(${JSON.stringify(Object.fromEntries(lost))}) as change
    where search_words.word = change.key
    returning word, documents`.execute(trx)
  const unused = changed.rows.filter(({ documents }) => documents <= 0).map(({ word }) => word)
  if (unused.length === 0) return
  await sql`delete from search_words where word in (select value from json_each(${JSON.stringify(unused)}))`.execute(
    trx,
  )
  await sql`
    delete from search_deletions where (deletion, word) in
      (select value ->> 0, value ->> 1 from json_each(${JSON.stringify(deletionPairs(unused))}))`.execute(trx)
}

function deletionPairs(words: string[]): [deletion: string, word: string][] {
  return words
    .filter(forgives)
    .flatMap((word) => deletionsOf(word).map((deletion): [string, string] => [deletion, word]))
}
