import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/core/db/database.ts'
import { given, joinInOrder } from '#server/core/db/dialect.ts'
import type { Place } from '#server/core/search-index/document.ts'
import type { Candidate } from './ranking.ts'

/** The fields that can decide the rank of those found in each place. */
const FIELDS: Record<Place, RawBuilder<unknown>> = {
  t: sql`search_documents.title`,
  h: sql`search_documents.title, search_documents.category_id as "categoryId", teacher, courses`,
  a: sql`search_documents.title, search_documents.category_id as "categoryId", teacher, courses,
    search_documents.description`,
}

/**
 * What the ranking reads of these entries of the index. Whatever the index says, only a public playlist is a candidate.
 */
export async function readCandidates(db: Db, place: Place, seqs: number[]): Promise<Candidate[]> {
  if (seqs.length === 0) return []
  // The order of the joins is ours: the given entries first, then one row of each table by its key.
  const join = joinInOrder(db)
  const { rows } = await sql<Candidate>`
    select playlist_id as id, saves_count as saves, ${FIELDS[place]}
    from ${given(db, 'entry', { number: seqs })}
    ${join} search_documents on search_documents.seq = entry.number
    ${join} playlists on playlists.id = playlist_id and playlists.status = 'approved'`.execute(db)
  return rows
}

export async function listCategoryTitles(db: Db): Promise<{ id: string; title: string }[]> {
  return db.selectFrom('categories').select(['id', 'title']).execute()
}
