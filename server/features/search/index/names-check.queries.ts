import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { valuesTable } from '#server/data/dialect.ts'
import { beginningsOf, nearlyTyped } from './names.queries.ts'

const AT_ONCE = 200

interface IndexedUser {
  id: string
  username_key: string
  role: string
  searched_as: string | null
}

/** The number of users whose entries in the index of teachers' names are wrong. */
export async function nameFaults(db: Db): Promise<number> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'username_key', 'role', 'searched_as'])
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
  return users.filter(({ id, username_key, role, searched_as }) => {
    const name = role === 'Teacher' ? username_key : null
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
