import {
  EMAIL_TAKEN,
  type LoginDraft,
  type RegisterDraft,
  WRONG_CREDENTIALS,
} from '#contract/account/auth.ts'
import { ENTER_CODE } from '#contract/account/second-step-messages.ts'
import type { SessionUser } from '#contract/account/session-user.ts'
import { PROFILE_PHOTO_REQUIRED } from '#contract/media/media.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { hashPassword, isOutdated, rejectWeakPassword } from '#server/auth/passwords.ts'
import { checkSuspension } from '#server/auth/session.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type AfterCommit, type Db, transaction } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { rejectName } from '#server/features/account/users/names.ts'
import {
  addUser,
  checkPassword,
  emailIsTaken,
  emailKey,
  lockAccount,
  sessionUser,
  userByEmail,
} from '#server/features/account/users/users.ts'
import { VERIFY_MAIL } from '#server/features/mail/account-mails.ts'
import { addMail } from '#server/features/mail/add-mail.ts'
import { type AskedLink, spendLink, timeUntil } from '#server/features/mail/link-limits.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { deleteSession, renewPasswordHash } from './auth.queries.ts'
import { type AuthParts, beginSession } from './auth-parts.ts'
import { secondStepOf } from './second-step.ts'

const READY = 'Your account is ready. You can log in now.'

interface Application {
  draft: RegisterDraft
  image: Buffer | undefined
  meta: RequestMeta
}

/**
 * Creates an account with one of the three roles, never an admin. Throws the `conflict` AppError for a taken address; a
 * failed sign-up leaves neither row nor picture. Returns the message of the reply.
 */
export async function register(parts: AuthParts, { draft, image, meta }: Application): Promise<string> {
  const { db, images, jobs, asksToConfirm } = parts
  const { siteName } = parts.settings
  const { username, email, password, role, profession } = draft
  if (!image) throw invalid('profilePhoto', PROFILE_PHOTO_REQUIRED)
  await rejectName(db, { username })
  await rejectWeakPassword({ field: 'password', password, siteName, username, email })
  if (await emailIsTaken(db, email)) throw new AppError('conflict', EMAIL_TAKEN)
  const passwordHash = await hashPassword(password)
  const id = newId()
  const photo = await images.save(image, { kind: 'portrait', ownerId: id })
  const user = {
    id,
    username,
    email,
    passwordHash,
    role,
    profession: role === 'Other' ? profession : undefined,
    photo,
  }
  const wait = asksToConfirm ? await waitForLink(parts, { userId: id, emailKey: emailKey(email) }) : undefined
  await transaction(db, async (trx, after) => {
    await addUser(trx, user)
    await audit(trx, meta, { action: 'register', actorId: id, subject: id, detail: { role } })
    if (asksToConfirm && wait === undefined) await addMail(trx, { userId: id, kind: VERIFY_MAIL, data: {} })
    after(jobs.wake)
  }).catch(async (error: unknown) => {
    await images.release([photo])
    throw error
  })
  if (wait === undefined) return READY
  return `${READY} To confirm your email address, ask for a link ${timeUntil(wait)}.`
}

/** Counts the link to a new user; the seconds to wait if too many were sent to the address. */
function waitForLink({ limits }: AuthParts, asked: AskedLink): Promise<number | undefined> {
  return spendLink(limits, asked).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof AppError && error.retryAfter !== undefined) return error.retryAfter
      throw error
    },
  )
}

/**
 * Starts a session for the right address and password. Every failure is the same 401 after the same work, so neither message
 * nor timing reveals which of the two was wrong. Throws the 429 AppError after too many failures, and the `second_factor`
 * AppError with a challenge for an account with an authenticator app.
 */
export async function logIn(parts: AuthParts, draft: LoginDraft, meta: RequestMeta): Promise<SessionUser> {
  const { db, throttle } = parts
  const { email, password } = draft
  const account = await checkPassword({ db, throttle }, { email, password, meta })
  if (!account) {
    // Query even without an account, so that both cases take the same time.
    const subject = (await userByEmail(db, email))?.id
    await audit(db, meta, { action: 'login.failed', subject })
    throw new AppError('wrong_credentials', WRONG_CREDENTIALS)
  }
  checkSuspension(account)
  const newHash = isOutdated(account.password_hash) ? await hashPassword(password) : undefined
  const begun = await transaction(db, (trx, after) =>
    afterPassword(parts, { trx, after, account, newHash, meta }),
  )
  // A concurrent login may have rehashed the same password, so check the password again.
  if (!begun) return logIn(parts, draft, meta)
  if ('challenge' in begun) throw new AppError('second_factor', ENTER_CODE, begun)
  return sessionUser(db, account.id, begun.token)
}

interface Beginning {
  trx: Db
  after: AfterCommit
  /** The account when the password was checked. */
  account: { id: string; email_key: string; password_hash: string }
  newHash: string | undefined
  meta: RequestMeta
}

/** A new session or the challenge of the second step; `undefined` if the address or the password changed since the check. */
async function afterPassword(
  parts: AuthParts,
  { trx, after, account, newHash, meta }: Beginning,
): Promise<{ token: string } | { challenge: string } | undefined> {
  const now = await lockAccount(trx, account.id)
  if (now?.password_hash !== account.password_hash || now.email_key !== account.email_key) return undefined
  if (newHash !== undefined) await renewPasswordHash(trx, now.id, newHash)
  const challenge = await secondStepOf(trx, { ...now, password_hash: newHash ?? now.password_hash })
  if (challenge !== undefined) return { challenge }
  return { token: await beginSession(parts, { trx, after, account: now, meta }) }
}

/** Ends the session of the request. */
export async function logOut(db: Db, viewer: Viewer, meta: RequestMeta): Promise<void> {
  await transaction(db, async (trx) => {
    await deleteSession(trx, viewer.id, viewer.sessionId)
    await audit(trx, meta, { action: 'logout', actorId: viewer.id, subject: viewer.sessionId })
  })
}
