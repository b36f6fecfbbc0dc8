import { sql } from 'kysely'
import type { Db } from '#server/core/db/database.ts'
import { fieldsOf } from '#server/core/search-index.ts'
import type { Candidate } from './ranking.ts'

interface CandidateRow {
  id: string
  category_id: string
  heads: string
  saves: number
  description: string
}

/**
 * What the ranking reads of these entries of the index, without their descriptions where those are not needed. Whatever
 * the index says, only a public playlist is a candidate.
 */
export async function readCandidates(
  db: Db,
  seqs: number[],
  { descriptions }: { descriptions: boolean },
): Promise<Candidate[]> {
  if (seqs.length === 0) return []
  const description = descriptions ? sql`search_documents.description` : sql`''`
  // The order of the joins is ours: the given entries first, then one row of each table by its key.
  const { rows } = await sql<CandidateRow>`
    select playlist_id as id, search_documents.category_id, heads, saves_count as saves,
      ${description} as description
    from json_each(${JSON.stringify(seqs)}) as entry
    cross join search_documents on search_documents.seq = entry.value
    cross join playlists on playlists.id = playlist_id and playlists.status = 'approved'`.execute(db)
  return rows.map(({ id, category_id, heads, saves, description }) => ({
    id,
    saves,
    categoryId: category_id,
    ...fieldsOf(heads),
    description,
  }))
}

export async function listCategoryTitles(db: Db): Promise<{ id: string; title: string }[]> {
  return db.selectFrom('categories').select(['id', 'title']).execute()
}
