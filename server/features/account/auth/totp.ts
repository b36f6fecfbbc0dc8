import type { Reauth } from '#contract/account/reauth.ts'
import { CODE_WRONG } from '#contract/account/second-step.ts'
import { NOT_YOURSELF } from '#contract/reports/report-messages.ts'
import { audit } from '#server/auth/audit.ts'
import { throttled } from '#server/auth/login-throttle.ts'
import { reauthenticate } from '#server/auth/reauth.ts'
import { endSessions } from '#server/auth/session.ts'
import type { AppContext } from '#server/context.ts'
import type { TotpRow } from '#server/data/account-rows.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { lockAccount } from '#server/features/account/users/users.ts'
import { notifySecurity } from '#server/features/notifications/notify-security.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { type Asking, type AuthParts, lockOwnAccount } from './auth-parts.ts'
import { hashCode, newCode } from './reset.ts'
import {
  confirmTotpRow,
  deleteTotp,
  findLoginAccount,
  findTotp,
  putTotp,
  replaceRecoveryCodes,
} from './second-step.queries.ts'

const RECOVERY_CODES = 10
/** 79 random bits. */
const RECOVERY_GROUPS = 4
const ALREADY_ON = 'Your authenticator app is already turned on.'
const NO_SECRET = 'Start again: this key is no longer valid.'
const NOT_ON = 'Turn on an authenticator app first.'

/** Checks who the user is and returns a new secret. It has no effect until `turnOnTotp`. */
export async function offerTotp(
  parts: AuthParts,
  { viewer, meta }: Asking,
  proof: Reauth,
): Promise<{ secret: string; address: string }> {
  await reauthenticate(parts, { viewer, meta }, proof)
  const siteName = await parts.settings.get('siteName')
  return transaction(parts.db, async (trx) => {
    const account = await lockOwnAccount(trx, viewer)
    if ((await findTotp(trx, viewer.id))?.confirmed_at) throw new AppError('conflict', ALREADY_ON)
    const offered = await newSecret(siteName, account.email)
    await putTotp(trx, viewer.id, parts.secrets.seal(offered.secret))
    return offered
  })
}

/**
 * Turns the app on with one of its codes and returns the recovery codes. Ends the other sessions, because they began without
 * a second step. Throws `invalid` for a wrong code, and the 429 AppError after too many.
 */
export async function turnOnTotp(
  parts: AuthParts,
  { viewer, meta }: Asking,
  code: string,
): Promise<string[]> {
  const { db, throttle } = parts
  const account = await findLoginAccount(db, viewer.id)
  const emailKey = account?.email_key ?? ''
  const codes = await throttled({ db, throttle }, { emailKey, meta, what: 'code' }, () =>
    transaction(db, async (trx, after) => {
      await lockOwnAccount(trx, viewer)
      const totp = await findTotp(trx, viewer.id)
      if (!totp) throw new AppError('conflict', NO_SECRET)
      if (totp.confirmed_at) throw new AppError('conflict', ALREADY_ON)
      const step = await stepOf(parts, totp, code)
      if (step === undefined) return
      await confirmTotpRow(trx, viewer.id, step)
      await endSessions(trx, viewer.id, viewer.sessionId)
      await audit(trx, meta, { action: 'authenticator.on', actorId: viewer.id, subject: viewer.id })
      await notifySecurity(parts, { trx, after }, { userId: viewer.id, event: 'authenticator', meta })
      return giveRecoveryCodes(trx, viewer.id)
    }),
  )
  if (!codes) throw invalid('code', CODE_WRONG)
  return codes
}

export async function turnOffTotp(parts: AuthParts, { viewer, meta }: Asking, proof: Reauth): Promise<void> {
  await reauthenticate(parts, { viewer, meta }, proof)
  await transaction(parts.db, async (trx, after) => {
    await lockOwnAccount(trx, viewer)
    if (!(await deleteTotp(trx, viewer.id))) return
    await audit(trx, meta, { action: 'authenticator.off', actorId: viewer.id, subject: viewer.id })
    await notifySecurity(parts, { trx, after }, { userId: viewer.id, event: 'authenticator-removed', meta })
  })
}

interface Lost {
  /** The user who lost the app. */
  _id: string
  username: string
}

/** Turns off the app of another user after checking who the admin is. Throws `conflict` for the admin's own, and if none is on. */
export async function endTotpOf(
  parts: AuthParts,
  { viewer: admin, meta, user }: Asking & { user: Lost },
  proof: Reauth,
): Promise<void> {
  await reauthenticate(parts, { viewer: admin, meta }, proof)
  if (admin.id === user._id) throw new AppError('conflict', NOT_YOURSELF)
  await transaction(parts.db, async (trx, after) => {
    await lockAccount(trx, user._id)
    if (!(await deleteTotp(trx, user._id)))
      throw new AppError('conflict', `${user.username} has no authenticator app.`)
    await audit(trx, meta, { action: 'authenticator.off', actorId: admin.id, subject: user._id })
    await notifySecurity(parts, { trx, after }, { userId: user._id, event: 'authenticator-ended' })
  })
}

/** Ten new codes; the old ones stop working. */
export async function renewRecoveryCodes(
  parts: AuthParts,
  { viewer, meta }: Asking,
  proof: Reauth,
): Promise<string[]> {
  await reauthenticate(parts, { viewer, meta }, proof)
  return transaction(parts.db, async (trx, after) => {
    await lockOwnAccount(trx, viewer)
    if (!(await findTotp(trx, viewer.id))?.confirmed_at) throw new AppError('conflict', NOT_ON)
    await audit(trx, meta, { action: 'recovery.codes', actorId: viewer.id, subject: viewer.id })
    await notifySecurity(parts, { trx, after }, { userId: viewer.id, event: 'recovery', meta })
    return giveRecoveryCodes(trx, viewer.id)
  })
}

/** Only the hashes are stored. */
async function giveRecoveryCodes(trx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newCode(RECOVERY_GROUPS))
  await replaceRecoveryCodes(trx, userId, codes.map(hashCode))
  return codes
}

const PERIOD_S = 30
/** Accepts the codes of the previous and the next period, because clocks differ. */
const WINDOW = 1

/** A new secret in base32, and the address that an app reads from a QR code. */
async function newSecret(site: string, user: string): Promise<{ secret: string; address: string }> {
  // Loaded on first use, because most processes never need it.
  const { Secret, TOTP } = await import('otpauth')
  const secret = new Secret({ size: 20 })
  const totp = new TOTP({ issuer: site, label: user, secret, period: PERIOD_S })
  return { secret: secret.base32, address: totp.toString() }
}

/** The time step of the code: the number of periods since 1970. `undefined` for a wrong code. */
export async function stepOf(
  { secrets }: Pick<AppContext, 'secrets'>,
  { secret: sealed }: TotpRow,
  typed: string,
): Promise<number | undefined> {
  const token = typed.replace(/\s/g, '')
  const secret = secrets.open(sealed)
  if (!/^\d{6}$/.test(token) || secret === undefined) return undefined
  const { Secret, TOTP } = await import('otpauth')
  const timestamp = Date.now()
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_S })
  const delta = totp.validate({ token, timestamp, window: WINDOW })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_S) + delta
}
