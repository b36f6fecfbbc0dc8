import { sql } from 'kysely'
import type { Db } from '#server/core/db/database.ts'
import { type Given, prepared } from '#server/core/db/prepared.ts'
import type { Candidate } from './ranking.ts'

type Seqs = { seqs: readonly number[] }

function documents(db: Db, given: Given<Seqs>) {
  return db
    .selectFrom('search_documents')
    .select(['playlist_id as id', 'title'])
    .where('seq', 'in', sql<number>`(select value from ${given.numbers('seqs')})`)
}

/** As many fields as can decide the rank: each costs as much as finding the row. */
const READERS = {
  title: prepared<Seqs, Candidate>(documents),
  teacher: prepared<Seqs, Candidate>((db, given) =>
    documents(db, given).select(['category_id as categoryId', 'teacher']),
  ),
  courses: prepared<Seqs, Candidate>((db, given) =>
    documents(db, given).select(['category_id as categoryId', 'teacher', 'courses']),
  ),
  description: prepared<Seqs, Candidate>((db, given) =>
    documents(db, given).select(['category_id as categoryId', 'teacher', 'courses', 'description']),
  ),
}

/** The fields of these entries of the index, in the order in which they weigh, to the one named last. */
export async function readCandidates(
  db: Db,
  to: keyof typeof READERS,
  seqs: readonly number[],
): Promise<Candidate[]> {
  return seqs.length === 0 ? [] : READERS[to](db, { seqs })
}

const savesOf = prepared((db, given: Given<{ ids: readonly string[] }>) =>
  db
    .selectFrom('playlists')
    .select(['id', 'saves_count'])
    .where('id', 'in', sql<string>`(select value from ${given.texts('ids')})`)
    .where('status', '=', 'approved'),
)

/** Playlist id → how many saved it, of those that are public: whatever the index says, nothing else is found. */
export async function savesOfPublic(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await savesOf(db, { ids })
  return new Map(rows.map(({ id, saves_count }) => [id, saves_count]))
}

const categoryTitles = prepared((db) => db.selectFrom('categories').select(['id', 'title']))

export async function listCategoryTitles(db: Db): Promise<{ id: string; title: string }[]> {
  return categoryTitles(db, {})
}
