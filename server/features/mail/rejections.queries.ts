import type { Db } from '#server/data/database.ts'

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
