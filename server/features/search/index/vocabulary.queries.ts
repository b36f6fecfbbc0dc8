import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { valuesTable } from '#server/data/dialect.ts'
import type { SearchIndex } from './indexes.ts'
import { deletionsOf, forgives } from './typing-errors.ts'

/** Maps each word to the change in the number of playlists that use it. */
export type WordChanges = Map<string, number>

/**
 * Updates the number of playlists of each word of an index, and the deletions of words that tolerate an error. It always
 * changes words in the same order, so two transactions cannot deadlock.
 */
export async function changeVocabulary(trx: Db, index: SearchIndex, changes: WordChanges): Promise<void> {
  const changed = [...changes].filter(([, by]) => by !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (changed.length === 0) return
  const columns = { word: changed.map(([word]) => word), documents: changed.map(([, by]) => by) }
  const { rows } = await sql<{ word: string; documents: number }>`
    insert into ${sql.table(index.words)} (word, documents)
    select word, documents from ${valuesTable(trx, 'change', columns)} where true order by word
    on conflict (word) do update set documents = ${sql.table(index.words)}.documents + excluded.documents
    returning word, documents`.execute(trx)
  const by = new Map(changed)
  const fresh = rows.filter(({ word, documents }) => documents > 0 && documents === by.get(word))
  const unused = rows.filter(({ documents }) => documents <= 0)
  await learn(
    trx,
    index,
    fresh.map(({ word }) => word),
  )
  await forget(
    trx,
    index,
    unused.map(({ word }) => word),
  )
}

async function learn(trx: Db, { deletions }: SearchIndex, fresh: string[]): Promise<void> {
  const pairs = deletionPairs(fresh)
  if (pairs.deletion.length === 0) return
  await sql`
    insert into ${sql.table(deletions)} (deletion, word)
    select deletion, word from ${valuesTable(trx, 'pair', pairs)} where true
    on conflict do nothing`.execute(trx)
}

async function forget(trx: Db, { words, deletions }: SearchIndex, unused: string[]): Promise<void> {
  if (unused.length === 0) return
  await sql`delete from ${sql.table(words)} where word in (select word from ${valuesTable(trx, 'gone', { word: unused })})`.execute(
    trx,
  )
  const pairs = deletionPairs(unused)
  if (pairs.deletion.length === 0) return
  await sql`
    delete from ${sql.table(deletions)} where (deletion, word) in
      (select deletion, word from ${valuesTable(trx, 'pair', pairs)})`.execute(trx)
}

function deletionPairs(words: string[]): { deletion: string[]; word: string[] } {
  const pairs = words
    .filter(forgives)
    .flatMap((word) => deletionsOf(word).map((deletion) => ({ deletion, word })))
  return { deletion: pairs.map(({ deletion }) => deletion), word: pairs.map(({ word }) => word) }
}
