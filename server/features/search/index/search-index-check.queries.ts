import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { publicDocuments, type SearchDocument, vocabularyOf } from './document.ts'
import { nameFaults } from './names-check.queries.ts'
import { passageFaults } from './passages.queries.ts'

const AT_ONCE = 200
const FIELDS = ['categoryId', 'title', 'teacher', 'courses', 'description'] as const

/** The number of wrong rows in the search index: playlists, words, entries, names and passages. */
export async function searchFaults(db: Db): Promise<number> {
  const words = new Map<string, number>()
  let faults = 0
  for (const ids of await playlistIds(db)) {
    const expected = await publicDocuments(db, ids)
    const stored = await storedDocuments(db, ids)
    faults += ids.filter((id) => !same(expected.get(id), stored.get(id))).length
    const indexed = [...expected.values()].flatMap((document) => [...vocabularyOf(document)])
    for (const word of indexed) words.set(word, (words.get(word) ?? 0) + 1)
  }
  return (
    faults +
    (await wrongWords(db, words)) +
    (await wrongEntries(db)) +
    (await nameFaults(db)) +
    (await passageFaults(db))
  )
}

async function playlistIds(db: Db): Promise<string[][]> {
  const rows = await db
    .selectFrom('playlists')
    .select('id')
    .union(db.selectFrom('search_documents').select('playlist_id as id'))
    .execute()
  const count = Math.ceil(rows.length / AT_ONCE)
  return Array.from({ length: count }, (_, n) =>
    rows.slice(n * AT_ONCE, (n + 1) * AT_ONCE).map(({ id }) => id),
  )
}

async function storedDocuments(db: Db, ids: string[]): Promise<Map<string, SearchDocument>> {
  const rows = await db.selectFrom('search_documents').selectAll().where('playlist_id', 'in', ids).execute()
  return new Map(
    rows.map(({ playlist_id, category_id, ...row }) => [playlist_id, { ...row, categoryId: category_id }]),
  )
}

function same(expected: SearchDocument | undefined, stored: SearchDocument | undefined): boolean {
  if (!(expected && stored)) return expected === stored
  return FIELDS.every((field) => expected[field] === stored[field])
}

async function wrongWords(db: Db, expected: Map<string, number>): Promise<number> {
  const stored = await db.selectFrom('search_words').selectAll().execute()
  const right = stored.filter(({ word, documents }) => expected.get(word) === documents).length
  return stored.length - right + (expected.size - right)
}

/** Documents without an entry in the full-text index, and entries without a document. */
async function wrongEntries(db: Db): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*) as n from (select seq from search_documents except select rowid from search_index
      union all select * from (select rowid from search_index except select seq from search_documents) as strange) as wrong`.execute(
    db,
  )
  return Number(found.rows[0]?.n ?? 0)
}
