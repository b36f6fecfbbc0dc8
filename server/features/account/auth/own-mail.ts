import type { MailState, OwnMail } from '#contract/mail/mail.ts'
import { ASK_OPERATOR, UNREACHABLE } from '#contract/mail/mail-messages.ts'
import { SESSION_EXPIRED } from '#contract/messages.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import type { MailRow } from '#server/data/notification-rows.ts'
import { emailKey, lockAccount } from '#server/features/account/users/users.ts'
import { CHANGE_ADDRESS_MAIL, VERIFY_MAIL } from '#server/features/mail/account-mails.ts'
import { addMail } from '#server/features/mail/add-mail.ts'
import { TOKEN_LIFE } from '#server/features/mail/email-tokens.ts'
import { spendLink } from '#server/features/mail/link-limits.ts'
import { newestMail, turnMailOn } from '#server/features/mail/mails.queries.ts'
import { AppError } from '#server/http/app-error.ts'
import { type AddressRow, findAddresses } from './auth.queries.ts'

const CONFIRMING = [VERIFY_MAIL.name, CHANGE_ADDRESS_MAIL.name]

/** The state of the mails to a user, for the bar at the top of the page. */
export async function ownMail(
  { mail, reading }: Pick<AppContext, 'mail'> & { reading: Db },
  viewer: Viewer,
): Promise<OwnMail> {
  const account = await addressesOf(reading, viewer.id)
  const last = await newestMail(reading, viewer.id, CONFIRMING)
  return {
    mode: mail.mode,
    asksToConfirm: mail.verifyEmail !== 'off' && account.email_verified_at === null,
    address: hidden(account.email),
    lastLink: last ? mailStateOf(last) : null,
    isOff: mail.mode !== 'none' && account.mail_off_at !== null,
    pendingEmail: pendingOf(account),
  }
}

async function addressesOf(db: Db, userId: string): Promise<AddressRow> {
  const account = await findAddresses(db, userId)
  if (!account) throw new AppError('invalid_token', SESSION_EXPIRED)
  return account
}

/** The new address while its link is valid. */
function pendingOf({ pending_email, pending_email_at }: AddressRow): string | null {
  if (pending_email === null || pending_email_at === null) return null
  return Date.parse(pending_email_at) + TOKEN_LIFE.change > Date.now() ? pending_email : null
}

/** `anna@example.org` → `a•••@example.org` */
export function hidden(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${first}•••${email.slice(at)}`
}

export function mailStateOf({ state, error }: Pick<MailRow, 'state' | 'error'>): MailState {
  if (state === 'rejected') return error === UNREACHABLE ? 'unreachable' : 'rejected'
  if (state === 'ready') return 'waiting'
  return state === 'sent' ? 'sent' : 'failed'
}

/**
 * Sends again the link that confirms the pending address, or else the account's own. Turns mails to the user on again. Throws the
 * 429 AppError after too many links. Returns the message of the reply.
 */
export async function sendLinkAgain(context: AppContext, viewer: Viewer): Promise<string> {
  const { db, jobs, limits, mail } = context
  const before = await addressesOf(db, viewer.id)
  await spendLink(limits, { userId: viewer.id, emailKey: emailKey(pendingOf(before) ?? before.email) })
  return transaction(db, async (trx, after) => {
    await lockAccount(trx, viewer.id)
    const account = await addressesOf(trx, viewer.id)
    const pending = pendingOf(account)
    await addMail(trx, {
      userId: viewer.id,
      data: {},
      ...(pending === null ? { kind: VERIFY_MAIL } : { kind: CHANGE_ADDRESS_MAIL, address: pending }),
    })
    await turnMailOn(trx, viewer.id)
    after(jobs.wake)
    return mail.mode === 'smtp' ? `We sent a link to ${hidden(pending ?? account.email)}.` : ASK_OPERATOR
  })
}
