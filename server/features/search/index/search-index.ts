import type { Db } from '#server/data/database.ts'
import { reindexCorrections } from './corrections.ts'
import { lexemesOf, publicDocuments, type SearchDocument, vocabularyOf } from './document.ts'
import { enterLexemes, removeLexemes } from './full-text.queries.ts'
import { enqueueStalePassages } from './passages.ts'
import { changeVocabulary, type WordChanges } from './vocabulary.queries.ts'

const PLAYLISTS_AT_ONCE = 200

/**
 * Call it in the transaction that changes what the search reads of a playlist: its status, texts or category, or the titles,
 * corrections, number or status of its courses. The index contains only public playlists. A job indexes their
 * captions.
 */
export async function reindexPlaylist(trx: Db, playlistId: string): Promise<void> {
  await reindex(trx, [playlistId])
  await reindexCorrections(trx, [playlistId])
  await enqueueStalePassages(trx, [playlistId])
}

/** Call it after a teacher's name changes. A category's title needs no reindexing, as each search reads it. */
export async function reindexTeacher(trx: Db, teacherId: string): Promise<void> {
  for (const ids of chunks(await publicPlaylistIds(trx, teacherId))) await reindex(trx, ids)
}

/** Call it before a playlist is deleted. */
export async function unindexPlaylist(trx: Db, playlistId: string): Promise<void> {
  await replace(trx, [playlistId], new Map())
}

/** Call it before a teacher is deleted with their playlists. */
export async function unindexTeacher(trx: Db, teacherId: string): Promise<void> {
  for (const ids of chunks(await publicPlaylistIds(trx, teacherId))) await replace(trx, ids, new Map())
}

async function publicPlaylistIds(trx: Db, teacherId: string): Promise<string[]> {
  const playlists = await trx
    .selectFrom('playlists')
    .select('id')
    .where('teacher_id', '=', teacherId)
    .where('status', '=', 'approved')
    .orderBy('id')
    .execute()
  return playlists.map(({ id }) => id)
}

function chunks(ids: string[]): string[][] {
  const count = Math.ceil(ids.length / PLAYLISTS_AT_ONCE)
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * PLAYLISTS_AT_ONCE, (index + 1) * PLAYLISTS_AT_ONCE),
  )
}

async function reindex(trx: Db, playlistIds: string[]): Promise<void> {
  await replace(trx, playlistIds, await publicDocuments(trx, playlistIds))
}

type IndexedDocument = SearchDocument & { seq: number }

/** Replaces the entries of these playlists by `documents`; removes playlists without a document. */
async function replace(
  trx: Db,
  playlistIds: string[],
  documents: Map<string, SearchDocument>,
): Promise<void> {
  const before = await indexedDocuments(trx, playlistIds)
  const changes: WordChanges = new Map()
  for (const playlistId of playlistIds) {
    const old = before.get(playlistId)
    const next = documents.get(playlistId)
    if (same(old, next)) continue
    if (old) await leave(trx, old)
    if (next) await enter(trx, { ...next, playlistId, seq: old?.seq })
    count(changes, old, -1)
    count(changes, next, 1)
  }
  await changeVocabulary(trx, changes)
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

function same(old: SearchDocument | undefined, next: SearchDocument | undefined): boolean {
  if (!(old && next)) return old === next
  const fields = ['categoryId', 'title', 'teacher', 'courses', 'description'] as const
  return fields.every((field) => old[field] === next[field])
}

async function leave(trx: Db, { seq }: IndexedDocument): Promise<void> {
  await removeLexemes(trx, seq)
  await trx.deleteFrom('search_documents').where('seq', '=', seq).execute()
}

async function enter(
  trx: Db,
  document: SearchDocument & { playlistId: string; seq: number | undefined },
): Promise<void> {
  const { seq, playlistId, categoryId, title, teacher, courses, description } = document
  const row = {
    ...(seq !== undefined && { seq }),
    playlist_id: playlistId,
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
  await enterLexemes(trx, entered.seq, lexemesOf(document))
}

function count(changes: WordChanges, document: SearchDocument | undefined, by: number): void {
  if (!document) return
  for (const word of vocabularyOf(document)) changes.set(word, (changes.get(word) ?? 0) + by)
}
