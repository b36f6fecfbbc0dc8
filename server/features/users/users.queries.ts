import type { Role } from '#contract/people.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/core/cursor.ts'
import type { Db } from '#server/core/db/database.ts'
import { rowsFor } from '#server/core/db/keyset.ts'
import type { UserRow } from '#server/core/db/schema.ts'
import { Refusal } from '#server/core/refusal.ts'
import { peopleTotal } from '#server/core/totals.ts'

/** The columns people are sorted by; `created` is the id itself, because ids begin with the time. */
const SORT_COLUMNS = { name: 'username_key', email: 'email_key', role: 'role', created: 'id' } as const

export interface PeopleFilter {
  role?: Role | undefined
  /** Folded; part of a name. */
  nameHas?: string | undefined
  /** Lower-case; part of an address. Only ever from an admin: it would tell addresses letter by letter. */
  emailHas?: string | undefined
}

export interface PeopleOrder {
  sort: keyof typeof SORT_COLUMNS
  order: 'asc' | 'desc'
  limit: number
  cursor?: string | undefined
}

function people(db: Db, { role, nameHas, emailHas }: PeopleFilter) {
  let found = db.selectFrom('users')
  if (role !== undefined) found = found.where('role', '=', role)
  if (nameHas !== undefined) {
    found = found.where(({ eb, fn, val, or }) => {
      const has = (column: 'username_key' | 'email_key', part: string) =>
        eb(fn<number>('instr', [column, val(part)]), '>', 0)
      return or([
        has('username_key', nameHas),
        ...(emailHas === undefined ? [] : [has('email_key', emailHas)]),
      ])
    })
  }
  return found
}

/** Who is not looked for by words is counted already. */
export async function countPeople(db: Db, filter: PeopleFilter): Promise<number> {
  if (filter.nameHas === undefined) return peopleTotal(db, filter.role)
  const { n } = await people(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** One page of ids in the asked order, and where the next begins. Throws a Refusal for a cursor of another order. */
export async function listPeople(db: Db, filter: PeopleFilter, { sort, order, limit, cursor }: PeopleOrder) {
  const name = `${sort} ${order}`
  const column = SORT_COLUMNS[sort]
  const beyond = order === 'asc' ? '>' : '<'
  let page = people(db, filter).select(({ ref }) => ['id', ref(column).as('key')])
  if (cursor !== undefined) {
    const [key, id] = decodeCursor(name, cursor)
    if (typeof key !== 'string' || typeof id !== 'string') throw new Refusal('invalid', 'Invalid cursor.')
    page =
      column === 'id'
        ? page.where('id', beyond, id)
        : page.where(({ eb, refTuple, tuple }) => eb(refTuple(column, 'id'), beyond, tuple(key, id)))
  }
  page = column === 'id' ? page : page.orderBy(column, order)
  const rows = await page.orderBy('id', order).limit(rowsFor(limit)).execute()
  return pageOf(rows, limit, ({ id, key }) => encodeCursor(name, [key, id]))
}

export type Account = Pick<
  UserRow,
  'id' | 'username' | 'email' | 'email_key' | 'password_hash' | 'role' | 'profession' | 'photo' | 'is_admin'
>

const ACCOUNT = [
  'id',
  'username',
  'email',
  'email_key',
  'password_hash',
  'role',
  'profession',
  'photo',
  'is_admin',
] as const

/** All the rules about an account need to know; never sent to anybody. */
export function findAccount(db: Db, id: string): Promise<Account | undefined> {
  return db.selectFrom('users').select(ACCOUNT).where('id', '=', id).executeTakeFirst()
}

export function findAccountByEmail(db: Db, emailKey: string): Promise<Account | undefined> {
  return db.selectFrom('users').select(ACCOUNT).where('email_key', '=', emailKey).executeTakeFirst()
}

/** Whether a person logged in from this network since `since`. */
export async function knowsNetwork(
  db: Db,
  emailKey: string,
  { network, since }: { network: string; since: string },
): Promise<boolean> {
  const known = await db
    .selectFrom('known_networks')
    .innerJoin('users', 'users.id', 'known_networks.user_id')
    .select('known_networks.user_id')
    .where('users.email_key', '=', emailKey)
    .where('known_networks.network', '=', network)
    .where('known_networks.last_login_at', '>', since)
    .executeTakeFirst()
  return known !== undefined
}

export async function insertAccount(
  trx: Db,
  row: Omit<UserRow, `${string}_count` | 'searched_as'>,
): Promise<void> {
  await trx.insertInto('users').values(row).execute()
}

export async function updateAccount(
  trx: Db,
  id: string,
  changes: Partial<Omit<UserRow, 'id'>>,
): Promise<void> {
  await trx.updateTable('users').set(changes).where('id', '=', id).execute()
}

export async function ownsPlaylists(trx: Db, teacherId: string): Promise<boolean> {
  const one = await trx
    .selectFrom('playlists')
    .select('id')
    .where('teacher_id', '=', teacherId)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}
