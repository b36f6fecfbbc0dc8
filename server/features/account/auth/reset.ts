import { createHash, randomInt } from 'node:crypto'
import { z } from 'zod'
import { PASSWORD_UNCHANGED, type ResetDraft } from '#contract/account/auth.ts'
import { ASK_OPERATOR, LINK_ON_ITS_WAY, NO_MAIL, PASSWORD_RESET } from '#contract/mail/mail-messages.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { throttled } from '#server/auth/login-throttle.ts'
import { hashPassword, rejectWeakPassword, verifyPassword } from '#server/auth/passwords.ts'
import { isWithinLimit, type Limits } from '#server/auth/rate-limit.ts'
import { endSessions } from '#server/auth/session.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { emit } from '#server/events.ts'
import { cancelLinks, emailKey, lockAccount, userByEmail } from '#server/features/account/users/users.ts'
import { loginMethodsText, PASSWORD_CHANGED_MAIL, RESET_MAIL } from '#server/features/mail/account-mails.ts'
import { addMail } from '#server/features/mail/add-mail.ts'
import { findToken, spendToken } from '#server/features/mail/email-tokens.queries.ts'
import { hashEmailToken } from '#server/features/mail/email-tokens.ts'
import { addressHash } from '#server/features/mail/link-limits.ts'
import { notifySecurity } from '#server/features/notifications/notify-security.ts'
import { invalid } from '#server/http/app-error.ts'
import { enqueue, jobKind } from '#server/jobs/enqueue.ts'
import { linkUsed } from './addresses.ts'
import {
  changePassword,
  deleteResetCode,
  findAddresses,
  findByResetCode,
  markVerified,
  storeResetCode,
} from './auth.queries.ts'
import type { AuthParts } from './auth-parts.ts'
import { disablePasskeysAfterReset } from './passkeys.ts'

export const RESET_CODE_MINUTES = 10
const CODE_RESET = 'Your password is changed. Log in with the new one.'
const CODE_WRONG = 'This code is wrong or has expired.'

/** No letters and digits that look alike; 24 characters of 31 are 118 random bits. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const GROUPS = 6
const GROUP = 4

/** A random code in groups of four. */
export function newCode(groups = GROUPS): string {
  const group = () => Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** Ignores case, dashes and spaces, as people type the code. */
export function hashCode(typed: string): string {
  return createHash('sha256').update(typed.toUpperCase().replace(/[\s-]/g, '')).digest('hex')
}

/** Returns a new one-time code and stores only its hash; it replaces an earlier code. */
export async function makeResetCode(trx: Db, userId: string, now = Date.now()): Promise<string> {
  const code = newCode()
  await storeResetCode(trx, {
    user_id: userId,
    code_hash: hashCode(code),
    expires_at: new Date(now + RESET_CODE_MINUTES * 60_000).toISOString(),
  })
  return code
}

interface Owner {
  id: string
  username: string
  email: string
  passwordHash: string
}

/** The token or code of the user: checked before the new password, and spent in its transaction. */
interface Proof {
  user: Owner
  /** Throws if another request used it first. */
  use: (trx: Db) => Promise<void>
  /** Whether it was sent to the user's address. */
  provesAddress: boolean
}

/**
 * Sets a new password with the token of a mail or with a one-time code, ends all of the user's sessions, disables their passkeys
 * and makes their other links and codes useless. With a code, an unknown address, a wrong code and an expired code give the same
 * answer and count like failed logins. Returns the message of the reply.
 */
export async function resetPassword(parts: AuthParts, draft: ResetDraft, meta: RequestMeta): Promise<string> {
  const { db, jobs } = parts
  const siteName = await parts.settings.get('siteName')
  const { token, newPassword } = draft
  const { user, use, provesAddress } = await (token === undefined
    ? proofOfCode(parts, draft, meta)
    : proofOfLink(db, token))
  const owner = { siteName, username: user.username, email: user.email }
  await rejectWeakPassword({ field: 'newPassword', password: newPassword, ...owner })
  if (await verifyPassword(user.passwordHash, newPassword)) throw invalid('newPassword', PASSWORD_UNCHANGED)
  const passwordHash = await hashPassword(newPassword)
  const loginMethods = await transaction(db, async (trx, after) => {
    await lockAccount(trx, user.id)
    await use(trx)
    await changePassword(trx, user.id, passwordHash)
    await endSessions(trx, user.id)
    await cancelLinks(trx, user.id, ['verify', 'change', 'reset'])
    if (provesAddress) {
      await markVerified(trx, user.id, new Date().toISOString())
      await emit(trx, 'user.addressChanged', { userId: user.id, context: parts })
    }
    await audit(trx, meta, { action: 'password.reset', actorId: user.id, subject: user.id })
    const closed = await disablePasskeysAfterReset(trx, user.id, meta)
    await addMail(trx, { userId: user.id, kind: PASSWORD_CHANGED_MAIL, data: { loginMethods: closed } })
    await notifySecurity(parts, { trx, after }, { userId: user.id, event: 'password', meta })
    after(jobs.wake)
    return closed
  })
  return [provesAddress ? PASSWORD_RESET : CODE_RESET, ...loginMethodsText(loginMethods)].join(' ')
}

async function proofOfCode(
  { db, throttle }: AuthParts,
  { email = '', code = '' }: ResetDraft,
  meta: RequestMeta,
): Promise<Proof> {
  const [key, codeHash] = [emailKey(email), hashCode(code)]
  const user = await throttled({ db, throttle }, { emailKey: key, meta }, () =>
    findByResetCode(db, { emailKey: key, codeHash, now: new Date().toISOString() }),
  )
  if (!user) throw invalid('code', CODE_WRONG)
  const use = async (trx: Db) => {
    if (!(await deleteResetCode(trx, user.id, codeHash))) throw invalid('code', CODE_WRONG)
  }
  return { user, use, provesAddress: false }
}

/** A link is valid only while the account has the address that the link was sent to. */
async function proofOfLink(db: Db, token: string): Promise<Proof> {
  const tokenHash = hashEmailToken(token)
  const link = await findToken(db, tokenHash, new Date().toISOString())
  const account = link?.kind === 'reset' ? await findAddresses(db, link.user_id) : undefined
  if (!(link && account) || emailKey(link.email) !== account.email_key) throw linkUsed()
  const use = async (trx: Db) => {
    if (!(await spendToken(trx, tokenHash, new Date().toISOString()))) throw linkUsed()
  }
  const { id, username, email, password_hash: passwordHash } = account
  return { user: { id, username, email, passwordHash }, use, provesAddress: true }
}

const FORGOT = jobKind('forgot', z.object({ emailKey: z.string() }))
const SENTENCE = { smtp: LINK_ON_ITS_WAY, outbox: ASK_OPERATOR, none: NO_MAIL } as const

/**
 * Sends a link to a new password if the address has an account. The request does not look the account up: it adds the same job
 * for every address, so neither its answer nor its duration reveals whether there is an account. Returns the message of the
 * reply.
 */
export async function askForLink(context: AppContext, email: string, meta: RequestMeta): Promise<string> {
  const { db, jobs, limits, mail } = context
  const key = emailKey(email)
  const sentence = SENTENCE[mail.mode]
  if (mail.mode === 'none' || !(await isWithinLimits(limits, key, meta.network))) return sentence
  await enqueue(db, FORGOT, { payload: { emailKey: key }, dedupe: `forgot ${addressHash(key)}` })
  jobs.wake()
  return sentence
}

/** Registers the job that finds the account and adds its mail. */
export function sendForgottenLinks({ db, jobs }: Pick<AppContext, 'db' | 'jobs'>): void {
  const run = async ({ emailKey: key }: { emailKey: string }): Promise<undefined> => {
    await transaction(db, async (trx, after) => {
      const account = await userByEmail(trx, key)
      if (!account || account.mayNotLogIn) return
      await addMail(trx, { userId: account.id, kind: RESET_MAIL, data: {} })
      after(jobs.wake)
    })
    return
  }
  jobs.work(FORGOT, run, { limit: 2, lease: 60_000 })
}

/**
 * A request over one limit does not count in the next, so one network cannot use up the limit of the site. None of the limits
 * depends on whether the address has an account.
 */
async function isWithinLimits(limits: Limits, key: string, network: string): Promise<boolean> {
  return (
    (await isWithinLimit(limits, 'forgotNetwork', { who: network })) &&
    (await isWithinLimit(limits, 'forgotAddress', { who: addressHash(key) })) &&
    (await isWithinLimit(limits, 'forgotSite', { who: 'site' }))
  )
}
