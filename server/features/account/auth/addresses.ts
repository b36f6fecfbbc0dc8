import { EMAIL_TAKEN } from '#contract/account/auth.ts'
import { LINK_USED } from '#contract/mail/mail-messages.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { endSessions } from '#server/auth/session.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type AfterCommit, type Db, transaction } from '#server/data/database.ts'
import type { EmailTokenRow } from '#server/data/notification-rows.ts'
import { emit } from '#server/events.ts'
import {
  cancelLinks,
  emailIsTaken,
  emailKey,
  lockAccount,
  rejectTakenEmail,
} from '#server/features/account/users/users.ts'
import { ADDRESS_CHANGED_MAIL, loginMethodsText } from '#server/features/mail/account-mails.ts'
import { addMail } from '#server/features/mail/add-mail.ts'
import {
  cancelLaterUndo,
  cancelTokens,
  findToken,
  spendToken,
} from '#server/features/mail/email-tokens.queries.ts'
import { hashEmailToken } from '#server/features/mail/email-tokens.ts'
import { notifySecurity, type Services } from '#server/features/notifications/notify-security.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { type AddressRow, findAddresses, markVerified, moveAddress } from './auth.queries.ts'
import { disablePasskeysAfterReset } from './passkeys.ts'

interface LinkUse {
  token: string
  viewer: Viewer | undefined
  meta: RequestMeta
}

interface Confirmed {
  kind: 'verify' | 'change' | 'undo'
  message: string
}

interface Use extends Omit<LinkUse, 'token'> {
  services: Services
  after: AfterCommit
  link: EmailTokenRow
  account: AddressRow
  now: string
}

export function linkUsed(): AppError {
  return invalid('token', LINK_USED)
}

/**
 * Uses a link about an address: confirms the current address, changes it to the new one, or undoes such a change. Throws the
 * 400 AppError for a link that was used, has expired or no longer applies.
 */
export function openAddressLink(
  { db, ...services }: Services & { db: Db },
  asking: LinkUse,
): Promise<Confirmed> {
  const { token, ...caller } = asking
  const tokenHash = hashEmailToken(token)
  return transaction(db, async (trx, after) => {
    const now = new Date().toISOString()
    const link = await findToken(trx, tokenHash, now)
    if (!link || link.kind === 'reset') throw linkUsed()
    await lockAccount(trx, link.user_id)
    const account = await findAddresses(trx, link.user_id)
    if (!(account && (await spendToken(trx, tokenHash, now)))) throw linkUsed()
    after(services.jobs.wake)
    const use = { ...caller, services, after, link, account, now }
    const message = await STEPS[link.kind](trx, use)
    return { kind: link.kind, message }
  })
}

const STEPS: Record<Confirmed['kind'], (trx: Db, use: Use) => Promise<string>> = {
  async verify(trx, { services, link, account, meta, now }) {
    if (emailKey(link.email) !== account.email_key) throw linkUsed()
    await markVerified(trx, account.id, now)
    await emit(trx, 'user.addressChanged', { userId: account.id, context: services })
    await cancelTokens(trx, { userId: account.id, now, kinds: ['verify'] })
    await audit(trx, meta, { action: 'email.verified', actorId: account.id, subject: account.id })
    return 'Your email address is confirmed.'
  },
  async change(trx, use) {
    const { link, account, viewer, meta } = use
    if (link.email !== account.pending_email) throw linkUsed()
    await move(trx, use)
    await endSessions(trx, account.id, viewer?.id === account.id ? viewer.sessionId : undefined)
    await audit(trx, meta, { action: 'email.changed', actorId: account.id, subject: account.id })
    const data = account.email_verified_at === null ? {} : { newAddress: link.email }
    await addMail(trx, { userId: account.id, kind: ADDRESS_CHANGED_MAIL, data, address: account.email })
    return `Your email address is now ${link.email}.`
  },
  async undo(trx, use) {
    const { link, account, meta } = use
    await move(trx, use)
    await cancelLaterUndo(trx, link, use.now)
    await endSessions(trx, account.id)
    await audit(trx, meta, { action: 'email.restored', actorId: account.id, subject: account.id })
    const loginMethods = await disablePasskeysAfterReset(trx, account.id, meta)
    const restored = `Your account has the address ${link.email} again, and everybody was logged out.`
    return [restored, ...loginMethodsText(loginMethods), 'Choose a new password now.'].join(' ')
  },
}

/** Gives the account the address of the link. Earlier links and codes stop working. */
async function move(trx: Db, { services, after, link, account, meta, now }: Use): Promise<void> {
  const key = emailKey(link.email)
  if (key !== account.email_key && (await emailIsTaken(trx, link.email)))
    throw new AppError('conflict', EMAIL_TAKEN)
  await moveAddress(trx, account.id, { email: link.email, emailKey: key, now }).catch(rejectTakenEmail)
  await emit(trx, 'user.addressChanged', { userId: account.id, context: services })
  await cancelLinks(trx, account.id, ['verify', 'change', 'reset'])
  await notifySecurity(services, { trx, after }, { userId: account.id, event: 'address', meta })
  // The callers end sessions. Their live streams must end, too.
  after(() => services.events.publish({ type: 'access.changed', userId: account.id }))
}
