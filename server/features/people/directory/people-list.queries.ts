import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { type ListFilter, listQuery } from '#server/data/list-query.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { Schema } from '#server/data/schema.ts'

const LAST_CHARACTER = '\u{10ffff}'

/** Words that begin with this one. */
const begins = (word: RawBuilder<string>) =>
  sql<SqlBool>`user_words.word >= ${word} and user_words.word < ${word} || ${sql.lit(LAST_CHARACTER)}`

type Eb = ExpressionBuilder<Schema, 'users'>
type Condition = (eb: Eb, value: RawBuilder<string>) => Expression<SqlBool>

/** Looks at each person in the order of the list. */
const FILTERS = {
  role: (_, role) => sql<SqlBool>`users.role = ${role}`,
  word: (eb, word) =>
    eb.exists(
      eb
        .selectFrom('user_words')
        .select('user_words.word')
        .whereRef('user_words.user_id', '=', 'users.id')
        .where(begins(word)),
    ),
  groupId: (eb, id) =>
    eb.exists(
      eb
        .selectFrom('group_members')
        .select('group_members.user_id')
        .whereRef('group_members.user_id', '=', 'users.id')
        .where('group_members.group_id', '=', id),
    ),
  deleted: (eb) => eb('users.deleted_at', 'is not', null),
  kept: (eb) => eb('users.deleted_at', 'is', null),
  suspended: (eb) => eb('users.suspended_at', 'is not', null),
  unsuspended: (eb) => eb('users.suspended_at', 'is', null),
  verified: (eb) => eb('users.email_verified_at', 'is not', null),
  unverified: (eb) => eb('users.email_verified_at', 'is', null),
  waiting: (eb) => eb('users.confirm_first', '=', sql.lit(1)),
  admitted: (eb) => eb('users.confirm_first', '=', sql.lit(0)),
} as const satisfies Record<string, Condition>

export type PeopleFilter = ListFilter<keyof typeof FILTERS>

const ORDERS = {
  name: { columns: ['users.username_key', 'users.id'], direction: 'asc' },
  email: { columns: ['users.email_key', 'users.id'], direction: 'asc' },
  created: { columns: ['users.id'], direction: 'desc' },
} as const
export type PeopleSort = keyof typeof ORDERS

/** Everybody, also deleted accounts. */
export const peopleList = listQuery<PeopleSort, keyof typeof FILTERS, 'users'>({
  orders: ORDERS,
  from: (db) => db.selectFrom('users'),
  filters: FILTERS,
  scanning: 'word',
})

/** Few people, who are read first and sorted afterwards. */
export type Few = { word: string } | { groupId: string } | 'deleted'

function fewOf(db: Db, few: Few) {
  const users = db.selectFrom('users')
  if (few === 'deleted') return users.where('users.deleted_at', 'is not', null)
  const ids =
    'word' in few
      ? db
          .selectFrom('user_words')
          .select('user_words.user_id')
          .where(begins(sql`${few.word}`))
      : db.selectFrom('group_members').select('group_members.user_id').where('group_id', '=', few.groupId)
  return users.where('users.id', 'in', ids)
}

/** The keys of those of a few people who match, in no order. */
export async function keysAmong(
  db: Db,
  few: Few,
  { filter, sort }: { filter: PeopleFilter; sort: PeopleSort },
): Promise<string[][]> {
  const isFilter = (name: string): name is keyof typeof FILTERS => Object.hasOwn(FILTERS, name)
  const values = Object.keys(filter)
    .filter(isFilter)
    .flatMap((name) =>
      [filter[name] ?? false].flat().flatMap((value) => (value === false ? [] : { name, value })),
    )
  const rows = await fewOf(db, few)
    .where((eb) =>
      eb.and(
        values.map(({ name, value }) => {
          const condition: Condition = FILTERS[name]
          return condition(eb, sql`${value}`)
        }),
      ),
    )
    .select(ORDERS[sort].columns.map((column, index) => sql<string>`${sql.ref(column)}`.as(`key${index}`)))
    .execute()
  return rows.map((row) => Object.values(row))
}

const countBeginning = prepared((db, params: Params<{ word: string; most: number }>) =>
  db
    .selectFrom(
      db
        .selectFrom('user_words')
        .select('user_words.user_id')
        .where(begins(params.value('word')))
        .limit(params.value('most'))
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll<number>().as('n')),
)

/** How many words of people begin with this one, counted up to `most`. */
export async function countWords(db: Db, word: string, most: number): Promise<number> {
  const [row] = await countBeginning(db, { word, most })
  return Number(row?.n ?? 0)
}

/** People with their pictures, in no order. */
export const peopleAmong = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('users')
    .innerJoin('images', 'images.name', 'users.photo')
    .select(['users.id', 'users.username', 'users.email', 'users.role', 'users.profession', 'users.is_admin'])
    .select(['users.created_at', 'users.email_verified_at', 'users.confirm_first'])
    .select(['users.suspended_at', 'users.deleted_at'])
    .select(['images.name', 'images.width', 'images.height', 'images.widths', 'images.placeholder'])
    .select(({ selectFrom }) => [
      selectFrom('sessions')
        .select(({ fn }) => fn.max('sessions.last_used_at').as('at'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .as('last_used_at'),
      selectFrom('known_networks')
        .select(({ fn }) => fn.max('known_networks.last_login_at').as('at'))
        .whereRef('known_networks.user_id', '=', 'users.id')
        .as('last_login_at'),
      selectFrom('group_members')
        .select(
          sql<string | null>`string_agg(group_members.group_id || group_members.is_lead, ',')`.as('ids'),
        )
        .whereRef('group_members.user_id', '=', 'users.id')
        .as('groups'),
    ])
    .where(params.among('users.id', 'ids')),
)

export type PersonRow = Awaited<ReturnType<typeof peopleAmong>>[number]

const ID_LENGTH = 24

/** The ids of a person's groups, and whether they lead each. */
export function membershipsIn({ groups }: Pick<PersonRow, 'groups'>): { id: string; isLead: boolean }[] {
  const entries = groups?.split(',') ?? []
  return entries.map((entry) => ({ id: entry.slice(0, ID_LENGTH), isLead: entry.slice(ID_LENGTH) === '1' }))
}

/** The names of these groups, in no order. */
export const groupsNamed = prepared((db, params: Params<{ ids: string[] }>) =>
  db.selectFrom('groups').select(['id', 'name', 'name_key']).where(params.among('id', 'ids')),
)
