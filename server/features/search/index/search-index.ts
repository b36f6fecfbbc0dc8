import type { Db } from '#server/data/database.ts'
import { IS_LISTED } from '#server/features/catalog/playlists/visibility.queries.ts'
import { reindexCorrections } from './corrections.ts'
import { isSameDocument, lexemesOf, type SearchDocument, searchDocuments, vocabularyOf } from './document.ts'
import { enterEntries, removeEntry } from './full-text.queries.ts'
import { indexFor, SEARCH_INDEXES, type SearchIndex } from './indexes.ts'
import { enqueueStalePassages } from './passages.ts'
import { changeVocabulary, type WordChanges } from './vocabulary.queries.ts'

const PLAYLISTS_AT_ONCE = 200

/**
 * Call it in the transaction that changes what the search reads of a playlist: its status, visibility, groups, texts or
 * category, or the titles, corrections, number or status of its courses. The indexes contain only approved playlists. A job
 * indexes their captions.
 */
export function reindexPlaylist(trx: Db, playlistId: string): Promise<void> {
  return reindexPlaylists(trx, [playlistId])
}

/** The same for many at once. */
export async function reindexPlaylists(trx: Db, playlistIds: readonly string[]): Promise<void> {
  for (const ids of chunks(playlistIds)) {
    await reindex(trx, ids)
    await reindexCorrections(trx, ids)
    await enqueueStalePassages(trx, ids)
  }
}

/** Call it after a teacher's name changes. A category's title needs no reindexing, as each search reads it. */
export async function reindexTeacher(trx: Db, teacherId: string): Promise<void> {
  for (const ids of chunks(await listedPlaylistIds(trx, teacherId))) await reindex(trx, ids)
}

/** Call it before a playlist is deleted. */
export async function unindexPlaylist(trx: Db, playlistId: string): Promise<void> {
  await replace(trx, [playlistId], new Map())
}

/** Call it before a teacher is deleted with their playlists. */
export async function unindexTeacher(trx: Db, teacherId: string): Promise<void> {
  for (const ids of chunks(await listedPlaylistIds(trx, teacherId))) await replace(trx, ids, new Map())
}

async function listedPlaylistIds(trx: Db, teacherId: string): Promise<string[]> {
  const playlists = await trx
    .selectFrom('playlists')
    .select('id')
    .where('teacher_id', '=', teacherId)
    .where(IS_LISTED)
    .orderBy('id')
    .execute()
  return playlists.map(({ id }) => id)
}

function chunks(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / PLAYLISTS_AT_ONCE)
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * PLAYLISTS_AT_ONCE, (index + 1) * PLAYLISTS_AT_ONCE),
  )
}

async function reindex(trx: Db, playlistIds: string[]): Promise<void> {
  await replace(trx, playlistIds, await searchDocuments(trx, playlistIds))
}

type IndexedDocument = SearchDocument & { seq: number }

/** Replaces the entries of these playlists by `documents`; removes playlists without a document. */
async function replace(
  trx: Db,
  playlistIds: string[],
  documents: Map<string, SearchDocument>,
): Promise<void> {
  const before = await indexedDocuments(trx, playlistIds)
  const changes = new Map<SearchIndex, WordChanges>(SEARCH_INDEXES.map((index) => [index, new Map()]))
  for (const playlistId of playlistIds) {
    const old = before.get(playlistId)
    const next = documents.get(playlistId)
    if (isSameDocument(old, next)) continue
    if (old) await leave(trx, old)
    if (next) await enter(trx, { ...next, playlistId, seq: old?.seq })
    count(changes, old, -1)
    count(changes, next, 1)
  }
  for (const [index, words] of changes) await changeVocabulary(trx, index, words)
}

async function indexedDocuments(trx: Db, playlistIds: string[]): Promise<Map<string, IndexedDocument>> {
  const rows = await trx
    .selectFrom('search_documents')
    .selectAll()
    .where('playlist_id', 'in', playlistIds)
    .execute()
  return new Map(
    rows.map(({ playlist_id, category_id, ...row }) => [playlist_id, { ...row, categoryId: category_id }]),
  )
}

async function leave(trx: Db, { seq, audience }: IndexedDocument): Promise<void> {
  await removeEntry(trx, indexFor(audience).playlists, seq)
  await trx.deleteFrom('search_documents').where('seq', '=', seq).execute()
}

async function enter(
  trx: Db,
  document: SearchDocument & { playlistId: string; seq: number | undefined },
): Promise<void> {
  const { seq, playlistId, audience, categoryId, title, teacher, courses, description } = document
  const row = {
    ...(seq !== undefined && { seq }),
    playlist_id: playlistId,
    audience,
    category_id: categoryId,
    title,
    teacher,
    courses,
    description,
  }
  const entered = await trx
    .insertInto('search_documents')
    .values(row)
    .returning('seq')
    .executeTakeFirstOrThrow()
  await enterEntries(trx, indexFor(audience).playlists, [{ seq: entered.seq, lexemes: lexemesOf(document) }])
}

function count(
  changes: Map<SearchIndex, WordChanges>,
  document: SearchDocument | undefined,
  by: number,
): void {
  const words = document && changes.get(indexFor(document.audience))
  if (!words) return
  for (const word of vocabularyOf(document)) words.set(word, (words.get(word) ?? 0) + by)
}
