import { z } from 'zod'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { siteSendsMail } from '#server/data/site-row.ts'
import { enqueueAll, jobKind } from '#server/jobs/enqueue.ts'
import type { MailKind } from './mail-kind.ts'
import { insertMails } from './mails.queries.ts'

/** Sends one mail. */
export const SEND_MAIL = jobKind('mail', z.object({ id: z.string() }))

interface NewMail<Data> {
  userId: string
  kind: Pick<MailKind<Data>, 'name' | 'data'>
  data: Data
  /** Only one mail with this key is added, even after it was sent. */
  dedupe?: string
  /** By default the address that the user has when the mail is sent. */
  address?: string
  /** For a mail that brings an invitation to `address`. */
  invitationId?: string
}

/**
 * Adds a mail in the transaction of the change that it reports: both are committed, or neither is. Does nothing if the site
 * sends no mail. Call `jobs.wake` after the commit, or the mail waits for the next poll.
 */
export function addMail<Data>(trx: Db, mail: NewMail<Data>): Promise<void> {
  return addMails(trx, [mail])
}

/** The same for many mails, in few statements. */
export async function addMails<Data>(trx: Db, mails: NewMail<Data>[]): Promise<void> {
  if (mails.length === 0 || !(await siteSendsMail(trx))) return
  const now = Date.now()
  const rows = mails.map(({ userId, kind, data, dedupe, address, invitationId }, index) => ({
    id: newId(now + index),
    to_user: userId,
    address: address ?? null,
    invitation_id: invitationId ?? null,
    kind: kind.name,
    data: JSON.stringify(data),
    dedupe_key: dedupe ?? null,
  }))
  const ids = await insertMails(trx, rows)
  await enqueueAll(
    trx,
    SEND_MAIL,
    ids.map((id) => ({ payload: { id } })),
  )
}
