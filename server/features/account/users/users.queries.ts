import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Role } from '#contract/account/user-fields.ts'
import type { UserRow } from '#server/data/account-rows.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/data/cursor.ts'
import type { Db } from '#server/data/database.ts'
import { isPostgres } from '#server/data/dialect.ts'
import { afterRow, checkedKeys, rowsFor } from '#server/data/keyset.ts'
import { type ParamsByName, preparedInShapes } from '#server/data/prepared.ts'
import type { Schema } from '#server/data/schema.ts'
import { userTotal } from '#server/features/catalog/playlists/totals.ts'

/** The columns to sort users by; `created` is the id, as ids begin with the time. */
const SORT_COLUMNS = { name: 'username_key', email: 'email_key', role: 'role', created: 'id' } as const

interface UserFilter {
  role?: Role | undefined
  /** Folded; part of a name. */
  nameHas?: string | undefined
  /** Lower-case; part of an address. Only for admins, as it would reveal addresses letter by letter. */
  emailHas?: string | undefined
  /** Leaves out users who hide their profile. */
  omitsPrivate: boolean
  /** Only users with a sentence about the site. */
  isQuoted?: boolean
}

interface UserOrder {
  sort: keyof typeof SORT_COLUMNS
  order: 'asc' | 'desc'
  limit: number
  cursor?: string | undefined
}

/** A filter with its texts, or with the names of what will be given. */
interface Narrowed<Text> {
  role?: Role | undefined
  nameHas?: Text | undefined
  emailHas?: Text | undefined
  omitsPrivate: boolean
  isQuoted?: boolean | undefined
}

type Value = string | RawBuilder<string>

function matchingUsers(db: Db, { role, nameHas, emailHas, omitsPrivate, isQuoted }: Narrowed<Value>) {
  let matches = db.selectFrom('users').where('deleted_at', 'is', null)
  if (omitsPrivate) matches = matches.where('profile_private', '=', sql.lit(0))
  if (isQuoted) matches = matches.where('site_quote', 'is not', null).where('suspended_at', 'is', null)
  if (role !== undefined) matches = matches.where('role', '=', sql.lit(role))
  if (nameHas !== undefined) {
    matches = matches.where(({ eb, fn, or }) => {
      const has = (column: 'username_key' | 'email_key', part: Value) =>
        eb(fn<number>('instr', [column, sql`${part}`]), '>', 0)
      return or([
        has('username_key', nameHas),
        ...(emailHas === undefined ? [] : [has('email_key', emailHas)]),
      ])
    })
  }
  return matches
}

const countPrivate = preparedInShapes<Pick<UserFilter, 'role'>, never, { n: number }>(
  (db, { role }) =>
    db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('profile_private', '=', sql.lit(1))
      .where('deleted_at', 'is', null)
      .$if(role !== undefined, (query) => query.where('role', '=', sql.lit(role))),
  () => false,
)

const countHidden = preparedInShapes<Pick<UserFilter, 'role'>, never, { n: number }>(
  (db, { role }) =>
    db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('deleted_at', 'is not', null)
      .$if(role !== undefined, (query) => query.where('role', '=', sql.lit(role))),
  () => false,
)

/** How many people there are, or those of one role, without deleted accounts. */
export async function countKept(db: Db, role: Role | undefined): Promise<number> {
  const [all, [hidden]] = await Promise.all([userTotal(db, role), countHidden(db, { role }, {})])
  return all - Number(hidden?.n ?? 0)
}

/** Uses the stored totals unless the filter has words or asks for sentences. */
export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  if (filter.nameHas === undefined && !filter.isQuoted) {
    const [all, [hidden]] = await Promise.all([
      countKept(db, filter.role),
      filter.omitsPrivate ? countPrivate(db, { role: filter.role }, {}) : [],
    ])
    return all - (hidden?.n ?? 0)
  }
  const { n } = await matchingUsers(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Everything that decides the SQL text of a page; the role, one of three, is part of it. */
interface Shape {
  sort: keyof typeof SORT_COLUMNS
  order: 'asc' | 'desc'
  role: Role | undefined
  byName: boolean
  byEmail: boolean
  omitsPrivate: boolean
  isQuoted: boolean
  goesOn: boolean
  rows: number
}

type Name = 'nameHas' | 'emailHas' | 'key' | 'id'

function pageQuery(db: Db, shape: Shape, param: ParamsByName<Name>) {
  const { sort, order, role, byName, byEmail, omitsPrivate, isQuoted, goesOn, rows } = shape
  const column = SORT_COLUMNS[sort]
  const nameHas = byName ? param('nameHas') : undefined
  const emailHas = byEmail ? param('emailHas') : undefined
  let page = matchingUsers(db, { role, nameHas, emailHas, omitsPrivate, isQuoted }).select(({ ref }) => [
    'id',
    ref(column).as('key'),
  ])
  if (goesOn && column === 'id') page = page.where(afterRow(['id'], order, [param('id')]))
  else if (goesOn) page = page.where(afterRow([column, 'id'], order, [param('key'), param('id')]))
  page = column === 'id' ? page : page.orderBy(column, order)
  return page.orderBy('id', order).limit(sql.lit(rows))
}

const pages = preparedInShapes(pageQuery, ({ byName }) => byName)

/** One page of ids and the next cursor. Throws an AppError for a cursor of another order. */
export async function pageOfUsers(
  db: Db,
  { role, nameHas, emailHas, omitsPrivate, isQuoted = false }: UserFilter,
  { sort, order, limit, cursor }: UserOrder,
) {
  const name = `${sort} ${order}`
  const after =
    cursor === undefined ? [] : checkedKeys([SORT_COLUMNS[sort], 'id'], decodeCursor(name, cursor))
  const [key = '', id = ''] = after
  const shape = {
    sort,
    order,
    role,
    byName: nameHas !== undefined,
    byEmail: emailHas !== undefined,
    omitsPrivate,
    isQuoted,
    goesOn: cursor !== undefined,
    rows: rowsFor(limit),
  }
  const matches = await pages(db, shape, { nameHas: nameHas ?? '', emailHas: emailHas ?? '', key, id })
  return pageOf(matches, limit, (last) => encodeCursor(name, [last.key, last.id]))
}

export type Account = Pick<
  UserRow,
  | 'id'
  | 'username'
  | 'email'
  | 'email_key'
  | 'email_verified_at'
  | 'password_hash'
  | 'role'
  | 'profession'
  | 'photo'
  | 'is_admin'
  | 'suspended_at'
  | 'suspended_reason'
  | 'confirm_first'
  | 'deleted_at'
  | 'deleted_by'
>

const ACCOUNT = [
  'id',
  'username',
  'email',
  'email_key',
  'email_verified_at',
  'password_hash',
  'role',
  'profession',
  'photo',
  'is_admin',
  'suspended_at',
  'suspended_reason',
  'confirm_first',
  'deleted_at',
  'deleted_by',
] as const

/** Everything that checks of an account need; never sent to a client. */
export function findAccount(db: Db, id: string): Promise<Account | undefined> {
  return db.selectFrom('users').select(ACCOUNT).where('id', '=', id).executeTakeFirst()
}

export function findAccountByEmail(db: Db, emailKey: string): Promise<Account | undefined> {
  return db.selectFrom('users').select(ACCOUNT).where('email_key', '=', emailKey).executeTakeFirst()
}

export async function insertAccount(trx: Db, row: Insertable<Schema['users']>): Promise<void> {
  await trx.insertInto('users').values(row).execute()
}

export async function updateAccount(
  trx: Db,
  id: string,
  changes: Partial<Omit<UserRow, 'id'>>,
): Promise<void> {
  await trx.updateTable('users').set(changes).where('id', '=', id).execute()
}

/** The state of an address that is new to an account. */
export const NEW_ADDRESS = {
  email_verified_at: null,
  pending_email: null,
  pending_email_at: null,
  mail_off_at: null,
  mail_rejections: 0,
}

export async function ownsPlaylists(trx: Db, teacherId: string): Promise<boolean> {
  const one = await trx
    .selectFrom('playlists')
    .select('id')
    .where('teacher_id', '=', teacherId)
    .where('trash_id', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

export async function deleteResetCodes(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('reset_codes').where('user_id', '=', userId).execute()
}

/** The names of all admins; there are few, and they have a separate index. */
export function adminNames(db: Db): Promise<{ id: string; username: string }[]> {
  return db.selectFrom('users').select(['id', 'username']).where('is_admin', '=', sql.lit(1)).execute()
}

/** The ids of the admins who can log in, locked until the transaction ends. */
export async function lockAdmins(trx: Db): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', sql.lit(1))
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .$if(isPostgres(trx), (query) => query.forNoKeyUpdate())
    .execute()
  return rows.map(({ id }) => id)
}

/** The ids of a user's playlists. */
export async function playlistIdsOf(trx: Db, userId: string): Promise<string[]> {
  const rows = await trx.selectFrom('playlists').select('id').where('teacher_id', '=', userId).execute()
  return rows.map(({ id }) => id)
}

/** The names of all pictures that a user's rows refer to. */
export async function imagesOf(trx: Db, userId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .select('photo as name')
    .where('id', '=', userId)
    .union(trx.selectFrom('playlists').select('image as name').where('teacher_id', '=', userId))
    .union(
      trx
        .selectFrom('courses')
        .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
        .select('courses.image as name')
        .where('playlists.teacher_id', '=', userId),
    )
    .union(
      trx
        .selectFrom('revisions')
        .select(({ ref }) => ref('image').$notNull().as('name'))
        .where('teacher_id', '=', userId)
        .where('image', 'is not', null),
    )
    .execute()
  return rows.map(({ name }) => name)
}

/** Returns whether the user existed. Foreign keys delete their sessions, playlists, courses, comments, likes and saves. */
export async function deleteAccount(trx: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('users').where('id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}

export function readPlayer(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['player', 'history_paused'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function writePlayer(
  trx: Db,
  userId: string,
  { player, isHistoryPaused }: { player: string; isHistoryPaused: boolean },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ player, history_paused: isHistoryPaused ? 1 : 0 })
    .where('id', '=', userId)
    .execute()
}
