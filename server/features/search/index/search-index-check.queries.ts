import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { valuesTable } from '#server/data/dialect.ts'
import { correctionFaults } from './corrections.ts'
import { isSameDocument, type SearchDocument, searchDocuments, vocabularyOf } from './document.ts'
import { indexFor, SEARCH_INDEXES, type SearchIndex } from './indexes.ts'
import { beginningsOf, nearlyTyped } from './names.queries.ts'
import { passageFaults } from './passages.queries.ts'

const AT_ONCE = 200

/** The number of wrong rows in the search indexes: playlists, words, entries, names, passages and corrections. */
export async function searchFaults(db: Db): Promise<number> {
  const words = new Map<SearchIndex, Map<string, number>>(SEARCH_INDEXES.map((index) => [index, new Map()]))
  let faults = 0
  for (const ids of await playlistIds(db)) {
    const expected = await searchDocuments(db, ids)
    const stored = await storedDocuments(db, ids)
    faults += ids.filter((id) => !isSameDocument(expected.get(id), stored.get(id))).length
    for (const document of expected.values()) {
      const counts = words.get(indexFor(document.audience))
      for (const word of vocabularyOf(document)) counts?.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  for (const [index, expected] of words)
    faults += (await wrongWords(db, index, expected)) + (await wrongEntries(db, index))
  return faults + (await nameFaults(db)) + (await passageFaults(db)) + (await correctionFaults(db))
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

async function wrongWords(db: Db, { words }: SearchIndex, expected: Map<string, number>): Promise<number> {
  const stored = await db.selectFrom(words).selectAll().execute()
  const right = stored.filter(({ word, documents }) => expected.get(word) === documents).length
  return stored.length - right + (expected.size - right)
}

/** Documents without an entry in their full-text index, and entries without a document. */
async function wrongEntries(db: Db, index: SearchIndex): Promise<number> {
  const documents = sql`select seq from search_documents where audience is ${indexFor(null) === index ? sql`null` : sql`not null`}`
  const entries = sql`select rowid from ${sql.table(index.playlists)}`
  const found = await sql<{ n: number }>`
    select count(*) as n from (${documents} except ${entries}
      union all select * from (${entries} except ${documents}) as strange) as wrong`.execute(db)
  return Number(found.rows[0]?.n ?? 0)
}

interface IndexedUser {
  id: string
  username_key: string
  role: string
  deleted_at: string | null
  searched_as: string | null
}

/** The number of users whose entries in the index of teachers' names are wrong. */
export async function nameFaults(db: Db): Promise<number> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'username_key', 'role', 'deleted_at', 'searched_as'])
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('role', '=', 'Teacher'),
        eb('searched_as', 'is not', null),
        exists(selectFrom('search_names').select('user_id').whereRef('user_id', '=', 'users.id')),
      ]),
    )
    .orderBy('id')
    .execute()
  let faults = 0
  for (let from = 0; from < users.length; from += AT_ONCE)
    faults += await faultsAmong(db, users.slice(from, from + AT_ONCE))
  return faults
}

async function faultsAmong(db: Db, users: IndexedUser[]): Promise<number> {
  const stored = await storedEntries(
    db,
    users.map(({ id }) => id),
  )
  return users.filter(({ id, username_key, role, deleted_at, searched_as }) => {
    const name = role === 'Teacher' && deleted_at === null ? username_key : null
    const expected = name === null ? new Set<string>() : entriesOf(name)
    const found = stored.get(id) ?? new Set<string>()
    return name !== searched_as || expected.symmetricDifference(found).size > 0
  }).length
}

function entriesOf(name: string): Set<string> {
  const typed = nearlyTyped(name).map(({ deletion, word }) => `${deletion}\n${word}`)
  return new Set([...[...beginningsOf(name)].map((beginning) => `${beginning}\n${name}`), ...typed])
}

async function storedEntries(db: Db, ids: string[]): Promise<Map<string, Set<string>>> {
  const these = valuesTable(db, 'these', { id: ids })
  const { rows } = await sql<{ id: string; key: string; behind: string }>`
    select user_id as id, beginning as key, username_key as behind from search_names
      where user_id in (select id from ${these})
    union all select user_id, deletion, word from search_name_deletions
      where user_id in (select id from ${these})`.execute(db)
  const stored = new Map<string, Set<string>>()
  for (const { id, key, behind } of rows) {
    const entries = stored.get(id) ?? new Set()
    stored.set(id, entries.add(`${key}\n${behind}`))
  }
  return stored
}
