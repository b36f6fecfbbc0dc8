import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { valuesTable } from '#server/data/dialect.ts'
import { IS_LISTED } from '#server/features/catalog/playlists/visibility.queries.ts'
import { rebuildCorrections } from './corrections.ts'
import { lexemesOf, type SearchDocument, searchDocuments, vocabularyOf } from './document.ts'
import { enterEntries, mergeWhole, removeAllEntries } from './full-text.queries.ts'
import { indexFor, SEARCH_INDEXES, type SearchIndex } from './indexes.ts'
import { rebuildNames } from './names.queries.ts'
import { rebuildPassages } from './passages.ts'
import { changeVocabulary, type WordChanges } from './vocabulary.queries.ts'

const PLAYLISTS_AT_ONCE = 500

/** Receives the number of indexed playlists and of all that somebody finds. */
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

/** Rebuilds the indexes of playlists, oldest first. */
export async function rebuildPlaylistIndex(trx: Db, onProgress: OnProgress = ignore): Promise<void> {
  await trx.deleteFrom('search_documents').execute()
  await trx.deleteFrom('search_words').execute()
  await trx.deleteFrom('search_deletions').execute()
  await trx.deleteFrom('restricted_words').execute()
  await trx.deleteFrom('restricted_deletions').execute()
  await removeAllEntries(trx)
  const playlists = await trx.selectFrom('playlists').select('id').where(IS_LISTED).orderBy('id').execute()
  const changes = new Map<SearchIndex, WordChanges>(SEARCH_INDEXES.map((index) => [index, new Map()]))
  for (let from = 0; from < playlists.length; from += PLAYLISTS_AT_ONCE) {
    const ids = playlists.slice(from, from + PLAYLISTS_AT_ONCE).map(({ id }) => id)
    const documents = await searchDocuments(trx, ids)
    await enterAll(trx, documents)
    for (const document of documents.values()) {
      const words = changes.get(indexFor(document.audience))
      for (const word of vocabularyOf(document)) words?.set(word, (words.get(word) ?? 0) + 1)
    }
    onProgress(from + ids.length, playlists.length)
  }
  for (const [index, words] of changes) await changeVocabulary(trx, index, words)
  await mergeWhole(trx, 'playlists')
}

/** Later playlists get greater numbers, so a search finds the newest first. */
async function enterAll(trx: Db, documents: Map<string, SearchDocument>): Promise<void> {
  const all = [...documents].toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (all.length === 0) return
  const column = (of: Exclude<keyof SearchDocument, 'audience'>) => all.map(([, document]) => document[of])
  const made = valuesTable(trx, 'made', {
    playlist_id: all.map(([id]) => id),
    audience: all.map(([, { audience }]) => audience),
    category_id: column('categoryId'),
    title: column('title'),
    teacher: column('teacher'),
    courses: column('courses'),
    description: column('description'),
  })
  const { rows } = await sql<{ seq: number; playlist_id: string }>`
    insert into search_documents (playlist_id, audience, category_id, title, teacher, courses, description)
    select playlist_id, audience, category_id, title, teacher, courses, description from ${made} where true
    order by playlist_id returning seq, playlist_id`.execute(trx)
  const seqs = new Map(rows.map(({ seq, playlist_id }) => [playlist_id, seq]))
  for (const index of SEARCH_INDEXES) {
    const its = all.filter(([, { audience }]) => indexFor(audience) === index)
    const entries = its.flatMap(([id, document]) => {
      const seq = seqs.get(id)
      return seq === undefined ? [] : [{ seq, lexemes: lexemesOf(document) }]
    })
    await enterEntries(trx, index.playlists, entries)
  }
}
