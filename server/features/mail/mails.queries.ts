import { z } from 'zod'
import type { Db } from '#server/data/database.ts'
import { idAt } from '#server/data/ids.ts'
import type { MailRow } from '#server/data/notification-rows.ts'

type NewMailRow = Pick<
  MailRow,
  'id' | 'to_user' | 'address' | 'invitation_id' | 'kind' | 'data' | 'dedupe_key'
>

/** Skips mails whose dedupe key exists already. Returns the ids of the others. */
export async function insertMails(trx: Db, rows: NewMailRow[]): Promise<string[]> {
  const inserted = await trx
    .insertInto('mails')
    .values(rows)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .execute()
  return inserted.map(({ id }) => id)
}

export type MailToSend = Pick<MailRow, 'id' | 'to_user' | 'address' | 'kind' | 'data' | 'state'> & {
  username: string
  email: string
  email_verified_at: string | null
  mail_off_at: string | null
  suspended_at: string | null
  deleted_at: string | null
}

/** A mail with the columns of its reader that sending it needs. */
export function findMail(db: Db, id: string): Promise<MailToSend | undefined> {
  return db
    .selectFrom('mails')
    .innerJoin('users', 'users.id', 'mails.to_user')
    .select([
      'mails.id',
      'mails.to_user',
      'mails.address',
      'mails.kind',
      'mails.data',
      'mails.state',
      'users.username',
      'users.email',
      'users.email_verified_at',
      'users.mail_off_at',
      'users.suspended_at',
      'users.deleted_at',
    ])
    .where('mails.id', '=', id)
    .executeTakeFirst()
}

interface End {
  state: 'sent' | 'rejected' | 'failed' | 'dropped'
  error?: string
}

/** Stores how the sending of a mail ended. Its data is deleted, unless another try may follow. */
export async function endMail(trx: Db, id: string, { state, error }: End): Promise<void> {
  await trx
    .updateTable('mails')
    .set({
      state,
      error: error ?? null,
      ...(state !== 'failed' && { data: '{}' }),
      ...(state === 'sent' && { sent_at: new Date().toISOString() }),
    })
    .where('id', '=', id)
    .execute()
}

/** The newest mail of these kinds to a user. */
export function newestMail(
  db: Db,
  userId: string,
  kinds: string[],
): Promise<Pick<MailRow, 'id' | 'state' | 'error'> | undefined> {
  return db
    .selectFrom('mails')
    .select(['id', 'state', 'error'])
    .where('to_user', '=', userId)
    .where('kind', 'in', kinds)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Deletes mails that ended before that time. */
export async function deleteOldMails(db: Db, before: number): Promise<void> {
  await db.deleteFrom('mails').where('id', '<', idAt(before)).where('state', '!=', 'ready').execute()
}

/** How many mails there are in each state. */
export async function countByState(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('mails')
    .select(['state', ({ fn }) => fn.countAll<number>().as('n')])
    .groupBy('state')
    .execute()
  return new Map(rows.map(({ state, n }) => [state, n]))
}

const Widths = z.array(z.int())

/** The stored widths of a picture, ascending; empty if it no longer exists. */
export async function findWidths(db: Db, name: string): Promise<number[]> {
  const row = await db.selectFrom('images').select('widths').where('name', '=', name).executeTakeFirst()
  return row ? Widths.parse(JSON.parse(row.widths)) : []
}

/** After this many rejections in a row, mails to the user are turned off. */
const REJECTIONS_MAX = 2

/** Counts a rejection of the user's own address. */
export async function countRejection(trx: Db, userId: string): Promise<void> {
  const now = new Date().toISOString()
  await trx
    .updateTable('users')
    .set(({ eb, ref }) => ({
      mail_rejections: eb('mail_rejections', '+', 1),
      mail_off_at: eb
        .case()
        .when('mail_rejections', '>=', REJECTIONS_MAX - 1)
        .then(eb.fn.coalesce('mail_off_at', eb.val(now)))
        .else(ref('mail_off_at'))
        .end(),
    }))
    .where('id', '=', userId)
    .execute()
}

/** Resets the count after the address has accepted a mail. */
export async function forgetRejections(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ mail_rejections: 0, mail_off_at: null })
    .where('id', '=', userId)
    .where(({ or, eb }) => or([eb('mail_rejections', '>', 0), eb('mail_off_at', 'is not', null)]))
    .execute()
}

/** Keeps the count, so that the next rejection turns mails off again. */
export async function turnMailOn(trx: Db, userId: string): Promise<void> {
  await trx.updateTable('users').set({ mail_off_at: null }).where('id', '=', userId).execute()
}
