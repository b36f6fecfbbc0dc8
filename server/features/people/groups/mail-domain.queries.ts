import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { lockableQuery } from '#server/data/locks.ts'
import { type Params, prepared } from '#server/data/prepared.ts'

export async function setMailDomain(trx: Db, groupId: string, domain: string | null): Promise<void> {
  await trx.updateTable('groups').set({ mail_domain: domain }).where('id', '=', groupId).execute()
}

/** A confirmed address of this domain. A domain holds none of the signs that `like` knows. */
const isOfDomain = (domain: RawBuilder<string>) =>
  sql<SqlBool>`users.email_verified_at is not null and users.email_key like '%@' || ${domain}`

/** The users after this id, and whether each has a confirmed address of the domain. */
export const usersAfter = prepared((db, params: Params<{ domain: string; after: string; most: number }>) =>
  db
    .selectFrom('users')
    .select([
      'id',
      sql<number>`case when ${isOfDomain(params.value('domain'))} then 1 else 0 end`.as('is_of_domain'),
    ])
    .where('id', '>', params.value('after'))
    .orderBy('id')
    .limit(params.value('most')),
)

const usersOfDomain = lockableQuery('users', (db, params: Params<{ domain: string; ids: string[] }>) =>
  db
    .selectFrom('users')
    .select('id')
    .where(params.among('id', 'ids'))
    .where(isOfDomain(params.value('domain')))
    .orderBy('id'),
)

/** Those of these users who have such an address now. Keeps it from changing until the transaction ends. */
export async function lockUsersOfDomain(trx: Db, domain: string, ids: string[]): Promise<string[]> {
  const rows = await usersOfDomain.change(trx, { domain, ids })
  return rows.map(({ id }) => id)
}

/** The confirmed address of a user; `undefined` without one. */
export async function confirmedAddress(db: Db, userId: string): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('email_key')
    .where('id', '=', userId)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return user?.email_key
}

export async function groupIdsOfDomain(db: Db, domain: string): Promise<string[]> {
  const rows = await db.selectFrom('groups').select('id').where('mail_domain', '=', domain).execute()
  return rows.map(({ id }) => id)
}
