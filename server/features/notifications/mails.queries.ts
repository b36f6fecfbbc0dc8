import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { valuesTable } from '#server/data/dialect.ts'
import { idAt } from '#server/data/ids.ts'

/** The most immediate notification mails that a user gets in a day; the rest join the daily mail. */
export const IMMEDIATE_MAX = 20

interface Immediate {
  userId: string
  /** The date where the user is. */
  day: string
}

/** Counts one more immediate mail for each of these users. Returns those that are over the limit. */
export async function countImmediate(trx: Db, mails: Immediate[]): Promise<Set<string>> {
  if (mails.length === 0) return new Set()
  const counted = await trx
    .insertInto('immediate_mails')
    .values(mails.map(({ userId, day }) => ({ user_id: userId, day, sent: 1 })))
    .onConflict((known) =>
      known.column('user_id').doUpdateSet(({ ref }) => ({
        day: ref('excluded.day'),
        sent: sql<number>`case when immediate_mails.day = excluded.day then immediate_mails.sent + 1 else 1 end`,
      })),
    )
    .returning(['user_id', 'sent'])
    .execute()
  return new Set(counted.filter(({ sent }) => sent > IMMEDIATE_MAX).map(({ user_id }) => user_id))
}

/** Moves notifications to the daily mail. */
export async function delayMails(trx: Db, mails: { id: string; at: string }[]): Promise<void> {
  if (mails.length === 0) return
  const late = valuesTable(trx, 'late', {
    id: mails.map(({ id }) => id),
    at: mails.map(({ at }) => at),
  })
  await sql`update notifications set mail_at = (select at from ${late} where late.id = notifications.id)
    where id in (select id from ${late})`.execute(trx)
}

export interface DueRow {
  id: string
  user_id: string
}

/** At most `count` notifications that are due for a daily mail, ordered by due time and user. */
export function dueRows(db: Db, { now, count }: { now: string; count: number }): Promise<DueRow[]> {
  return db
    .selectFrom('notifications')
    .select(['id', 'user_id'])
    .where('mail_at', '<=', now)
    .where('mail_at', 'is not', null)
    .orderBy('mail_at')
    .orderBy('user_id')
    .limit(count)
    .execute()
}

/** Marks these as no longer due. Returns those that their users have not read. */
export async function takeDue(trx: Db, ids: string[]): Promise<DueRow[]> {
  if (ids.length === 0) return []
  const rows = await trx
    .updateTable('notifications')
    .set({ mail_at: null })
    .where('id', 'in', ids)
    // Another process may have taken them. The coalesce keeps the planner on the primary key: the index of due rows is larger.
    .where(({ fn, val }) => fn.coalesce('mail_at', val('')), '<>', '')
    .returning(['id', 'user_id', 'read_at', 'app'])
    .execute()
  return rows.filter(({ read_at, app }) => read_at === null || app === 0)
}

/** The time zones that these users have chosen. */
export async function timeZonesOf(db: Db, userIds: string[]): Promise<Map<string, string | null>> {
  if (userIds.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'time_zone']).where('id', 'in', userIds).execute()
  return new Map(rows.map(({ id, time_zone }) => [id, time_zone]))
}

export interface MailReaderRow {
  is_admin: number
}

export function readerOf(db: Db, userId: string): Promise<MailReaderRow | undefined> {
  return db.selectFrom('users').select('is_admin').where('id', '=', userId).executeTakeFirst()
}

/** Deletes sent notifications that were only for a mail and are older than `before` (ms). Returns how many. */
export async function deleteMailOnly(db: Db, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('notifications')
    .where('app', '=', sql.lit(0))
    .where('mail_at', 'is', null)
    .where('id', '<', idAt(before))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
