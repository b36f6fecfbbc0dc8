import { AppError } from '#server/http/app-error.ts'
import type { Db } from './database.ts'
import type { SiteRow } from './notification-rows.ts'

const ID = 'site'

export function findSite(db: Db): Promise<SiteRow | undefined> {
  return db.selectFrom('site').selectAll().where('id', '=', ID).executeTakeFirst()
}

interface Start {
  keyCheck: string
  sendsMail: boolean
}

/**
 * Stores whether the site sends mail and, at the first start, the check of the secret key. Returns whether the key is still
 * the one of the first start.
 */
export async function storeSite(db: Db, { keyCheck, sendsMail }: Start): Promise<boolean> {
  const sends_mail = sendsMail ? 1 : 0
  const { key_check } = await db
    .insertInto('site')
    .values({ id: ID, key_check: keyCheck, sends_mail })
    .onConflict((known) => known.column('id').doUpdateSet({ sends_mail }))
    .returning('key_check')
    .executeTakeFirstOrThrow()
  return key_check === keyCheck
}

/** Accepts another secret key. Values sealed with the former one can no longer be read. */
export async function replaceKeyCheck(trx: Db, keyCheck: string): Promise<void> {
  await trx.updateTable('site').set({ key_check: keyCheck }).where('id', '=', ID).execute()
}

export async function siteSendsMail(db: Db): Promise<boolean> {
  return (await findSite(db))?.sends_mail === 1
}

/** Throws `conflict` while a program of the former version, which shows what is restricted, may run beside this one. */
export async function rejectDuringUpdate(db: Db): Promise<void> {
  const until = (await findSite(db))?.restrict_after
  if (until != null && Date.parse(until) > Date.now())
    throw new AppError('conflict', 'An update is running. Try again in 10 minutes.')
}
