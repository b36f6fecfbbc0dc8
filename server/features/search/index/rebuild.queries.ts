import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { valuesTable } from '#server/data/dialect.ts'
import { rebuildCorrections } from './corrections.ts'
import { publicDocuments, type SearchDocument, vocabularyOf } from './document.ts'
import { enterAllLexemes, mergeWhole, removeAllLexemes } from './full-text.queries.ts'
import { rebuildNames } from './names.queries.ts'
import { rebuildPassages } from './passages.ts'
import { changeVocabulary, type WordChanges } from './vocabulary.queries.ts'

const PLAYLISTS_AT_ONCE = 500

/** Receives the number of indexed playlists and of all public ones. */
export type OnProgress = (done: number, all: number) => void

const ignore: OnProgress = () => undefined

/** Reports progress as lines for a terminal. */
export function logProgress(print: (line: string) => void): OnProgress {
  return (done, all) => print(`search index: ${done} of ${all} playlists`)
}

/** Rebuilds the index of playlists, captions, corrections and teachers' names; call it in a transaction. */
export async function rebuildSearchIndex(trx: Db, onProgress: OnProgress = ignore): Promise<void> {
  await rebuildPlaylistIndex(trx, onProgress)
  await rebuildPassages(trx)
  await rebuildCorrections(trx)
  await rebuildNames(trx)
}

/** Rebuilds the index of public playlists, oldest first. */
export async function rebuildPlaylistIndex(trx: Db, onProgress: OnProgress = ignore): Promise<void> {
  await trx.deleteFrom('search_documents').execute()
  await trx.deleteFrom('search_words').execute()
  await trx.deleteFrom('search_deletions').execute()
  await removeAllLexemes(trx)
  const playlists = await trx
    .selectFrom('playlists')
    .select('id')
    .where('status', '=', 'approved')
    .orderBy('id')
    .execute()
  const words: WordChanges = new Map()
  for (let from = 0; from < playlists.length; from += PLAYLISTS_AT_ONCE) {
    const ids = playlists.slice(from, from + PLAYLISTS_AT_ONCE).map(({ id }) => id)
    const documents = await publicDocuments(trx, ids)
    await enterAll(trx, documents)
    for (const document of documents.values()) {
      for (const word of vocabularyOf(document)) words.set(word, (words.get(word) ?? 0) + 1)
    }
    onProgress(from + ids.length, playlists.length)
  }
  await changeVocabulary(trx, words)
  await mergeWhole(trx)
}

/** Later playlists get greater numbers, so a search finds the newest first. */
async function enterAll(trx: Db, documents: Map<string, SearchDocument>): Promise<void> {
  const all = [...documents].toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (all.length === 0) return
  const column = (of: keyof SearchDocument) => all.map(([, document]) => document[of])
  const made = valuesTable(trx, 'made', {
    playlist_id: all.map(([id]) => id),
    category_id: column('categoryId'),
    title: column('title'),
    teacher: column('teacher'),
    courses: column('courses'),
    description: column('description'),
  })
  const { rows } = await sql<{ seq: number; playlist_id: string }>`
    insert into search_documents (playlist_id, category_id, title, teacher, courses, description)
    select playlist_id, category_id, title, teacher, courses, description from ${made} where true
    order by playlist_id returning seq, playlist_id`.execute(trx)
  const seqs = new Map(rows.map(({ seq, playlist_id }) => [playlist_id, seq]))
  await enterAllLexemes(
    trx,
    all.flatMap(([id, document]) => {
      const seq = seqs.get(id)
      return seq === undefined ? [] : [{ seq, document }]
    }),
  )
}
