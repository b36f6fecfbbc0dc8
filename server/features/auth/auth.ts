import { EMAIL_TAKEN, type LoginDraft, type RegisterDraft, WRONG_CREDENTIALS } from '#contract/auth.ts'
import { PROFILE_PHOTO_REQUIRED } from '#contract/media.ts'
import type { SessionUser } from '#contract/session-user.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { LoginThrottle } from '#server/auth/login-throttle.ts'
import { rejectWeakPassword } from '#server/auth/password-rules.ts'
import { hashPassword, isOutdated } from '#server/auth/passwords.ts'
import { startSession } from '#server/auth/session.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import type { Images } from '#server/features/media/media.ts'
import { refuseName } from '#server/features/users/names.ts'
import {
  addPerson,
  checkPassword,
  emailIsTaken,
  lockAccount,
  personByEmail,
  sessionUser,
} from '#server/features/users/users.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { deleteSession, noteNetwork, setPasswordHash } from './auth.queries.ts'

const NETWORK_KEPT = 90 * 86_400_000

export interface AuthParts {
  db: Db
  images: Images
  throttle: LoginThrottle
  siteName: string
}

interface Application {
  draft: RegisterDraft
  image: Buffer | undefined
  meta: RequestMeta
}

/**
 * A new account: one of the three roles and never an admin, whatever was sent. Throws the `conflict` AppError for a
 * taken address; a refused sign-up leaves neither row nor picture.
 */
export async function register(
  { db, images, siteName }: AuthParts,
  { draft, image, meta }: Application,
): Promise<void> {
  const { username, email, password, role, profession } = draft
  if (!image) throw invalid('profilePhoto', PROFILE_PHOTO_REQUIRED)
  await refuseName(db, { username })
  await rejectWeakPassword({ field: 'password', password, siteName, username, email })
  if (await emailIsTaken(db, email)) throw new AppError('conflict', EMAIL_TAKEN)
  const passwordHash = await hashPassword(password)
  const id = newId()
  const photo = await images.save(image, { kind: 'portrait', ownerId: id })
  const person = {
    id,
    username,
    email,
    passwordHash,
    role,
    profession: role === 'Other' ? profession : undefined,
    photo,
  }
  await transaction(db, async (trx) => {
    await addPerson(trx, person)
    await audit(trx, meta, { action: 'register', actorId: id, subject: id, detail: { role } })
  }).catch(async (error: unknown) => {
    await images.release([photo])
    throw error
  })
}

/**
 * A new session for the right address and password. Every failure is the same 401 after the same work: which of the two
 * was wrong is not told by words or by time. Throws the 429 AppError after too many.
 */
export async function logIn(parts: AuthParts, draft: LoginDraft, meta: RequestMeta): Promise<SessionUser> {
  const { db, throttle } = parts
  const { email, password } = draft
  const account = await checkPassword({ db, throttle }, { email, password, meta })
  if (!account) {
    // Looked up whether there is such an account or not: the same work for both.
    const subject = (await personByEmail(db, email))?.id
    await audit(db, meta, { action: 'login.failed', subject })
    throw new AppError('wrong_credentials', WRONG_CREDENTIALS)
  }
  const newHash = isOutdated(account.password_hash) ? await hashPassword(password) : undefined
  const token = await transaction(db, (trx) => beginSession(trx, { account, newHash, meta }))
  // Another login may only have hashed the same password anew, so the password is checked again.
  return token === undefined ? logIn(parts, draft, meta) : sessionUser(db, account.id, token)
}

interface Beginning {
  /** As it was when the password was checked. */
  account: { id: string; email_key: string; password_hash: string }
  newHash: string | undefined
  meta: RequestMeta
}

/** The token of a new session, or `undefined` when the address or the password has changed since it was checked. */
async function beginSession(trx: Db, { account, newHash, meta }: Beginning): Promise<string | undefined> {
  const { id: userId } = account
  const now = await lockAccount(trx, userId)
  if (now?.password_hash !== account.password_hash || now.email_key !== account.email_key) return undefined
  if (newHash !== undefined) await setPasswordHash(trx, userId, newHash)
  const before = new Date(Date.now() - NETWORK_KEPT).toISOString()
  await noteNetwork(trx, { userId, network: meta.network }, before)
  await audit(trx, meta, { action: 'login', actorId: userId, subject: userId })
  return startSession(trx, { userId, isAdmin: now.is_admin === 1, meta })
}

/** The session that asks is over with the answer. */
export async function logOut(db: Db, viewer: Viewer, meta: RequestMeta): Promise<void> {
  await transaction(db, async (trx) => {
    await deleteSession(trx, viewer.id, viewer.sessionId)
    await audit(trx, meta, { action: 'logout', actorId: viewer.id, subject: viewer.sessionId })
  })
}
