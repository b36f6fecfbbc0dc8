import { hash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { WRONG_CREDENTIALS } from '#contract/account/auth.ts'
import type { VerifyEmail } from '#contract/account/auth-options.ts'
import { CONFIRM_FIRST, CONFIRM_TO_LOG_IN } from '#contract/mail/mail-messages.ts'
import { suspendedMessage } from '#contract/reports/report-messages.ts'
import type { Db } from '#server/data/database.ts'
import { isUnavailable } from '#server/data/dialect.ts'
import { newId } from '#server/data/ids.ts'
import { lockToChange } from '#server/data/locks.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { AppError } from '#server/http/app-error.ts'
import type { RequestMeta } from './audit.ts'
import type { Viewer } from './viewer.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const TOKEN = /^vc1_[A-Za-z0-9_-]{43}$/
/** Updating the session at every request would turn every read into a write. */
const TOUCH_AFTER = 5 * MINUTE
const SESSIONS_MAX = 20

/** The idle and absolute lifetime of a session. */
export const SESSION_LIFE = {
  user: { idle: 7 * DAY, absolute: 30 * DAY },
  admin: { idle: HOUR, absolute: 12 * HOUR },
} as const

export function lifeOf(isAdmin: boolean) {
  return isAdmin ? SESSION_LIFE.admin : SESSION_LIFE.user
}

/** 256 random bits. The client gets them once; the server never stores them. */
export function newToken(): string {
  return `vc1_${randomBytes(32).toString('base64url')}`
}

/** The database stores only this hash. A fast hash is enough for 256 random bits. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}

/** The token of `Authorization: Bearer …`; `undefined` without the header, `null` when it is malformed. */
export function bearerOf(header: string | undefined): string | null | undefined {
  if (header === undefined) return undefined
  const [, token = ''] = /^Bearer (\S+)$/i.exec(header.trim()) ?? []
  return TOKEN.test(token) ? token : null
}

/**
 * The token of a request, as `bearerOf` returns it. Node keeps only the first of several `Authorization` headers, so a
 * request with several counts as malformed.
 */
export function presentedToken({ headers, rawHeaders }: IncomingMessage): string | null | undefined {
  const times = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization').length
  return times > 1 ? null : bearerOf(headers.authorization)
}

interface LiveSession {
  viewer: Viewer
  unused: number
}

const sessionOf = prepared((db, params: Params<{ tokenHash: string }>) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as session_id',
      'sessions.last_used_at',
      'sessions.created_at',
      'sessions.expires_at',
      'users.id',
      'users.username',
      'users.role',
      'users.is_admin',
      'users.email_verified_at',
    ])
    .where('sessions.token_hash', '=', params.value('tokenHash'))
    .where('users.suspended_at', 'is', null)
    .where('users.deleted_at', 'is', null),
)

interface When {
  now?: number
}

async function findSession(
  db: Db,
  token: string,
  { now = Date.now() }: When,
): Promise<LiveSession | undefined> {
  const [row] = await sessionOf(db, { tokenHash: hashToken(token) })
  if (!row) return undefined
  const { id, username, role, session_id: sessionId } = row
  const isAdmin = row.is_admin === 1
  const { idle, absolute } = lifeOf(isAdmin)
  const unused = now - Date.parse(row.last_used_at)
  const tooOld = now > Math.min(Date.parse(row.expires_at), Date.parse(row.created_at) + absolute)
  if (tooOld || unused > idle) return undefined
  const emailVerified = row.email_verified_at !== null
  return { viewer: { id, username, role, isAdmin, sessionId, emailVerified }, unused }
}

/** The user of this token, or `undefined` when it is unknown, ended or expired. Counts as a use of the session. */
export async function findViewer(db: Db, token: string, when: When = {}): Promise<Viewer | undefined> {
  const { now = Date.now() } = when
  const session = await findSession(db, token, { now })
  if (session && session.unused > TOUCH_AFTER) await touch(db, session.viewer.sessionId, now)
  return session?.viewer
}

/** As `findViewer`, but does not count as a use: an open page must not keep a session from expiring. */
export async function peekViewer(db: Db, token: string, when: When = {}): Promise<Viewer | undefined> {
  return (await findSession(db, token, when))?.viewer
}

/** Ignores a full or read-only disk, so that users can still read. */
async function touch(db: Db, sessionId: string, now: number): Promise<void> {
  const touching = db
    .updateTable('sessions')
    .set({ last_used_at: new Date(now).toISOString() })
    .where('id', '=', sessionId)
    .execute()
  await touching.catch((error: unknown) => {
    if (!isUnavailable(error)) throw error
  })
}

interface NewSession {
  userId: string
  isAdmin: boolean
  meta: Pick<RequestMeta, 'network' | 'agent'>
  /** Whether the login came from a network that the account had not used lately. */
  isUnknownNetwork?: boolean
}

interface LoginState {
  suspended_at: string | null
  suspended_reason: string | null
  confirm_first: number
  deleted_at: string | null
}

/**
 * Throws the `forbidden` AppError if the account is suspended or its address must be confirmed first. Call it only after its user
 * has logged in correctly.
 */
export function checkMayLogIn({
  suspended_at,
  suspended_reason,
  confirm_first,
}: Omit<LoginState, 'deleted_at'>): void {
  if (suspended_at !== null) throw new AppError('forbidden', suspendedMessage(suspended_reason ?? ''))
  if (confirm_first === 1) throw new AppError('forbidden', CONFIRM_TO_LOG_IN)
}

async function rejectLogin(trx: Db, userId: string): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select(['suspended_at', 'suspended_reason', 'confirm_first', 'deleted_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) return
  if (user.deleted_at !== null) throw new AppError('wrong_credentials', WRONG_CREDENTIALS)
  checkMayLogIn(user)
}

/**
 * Starts a session and returns its token. A user's oldest sessions end when there are more than `SESSIONS_MAX`. Throws the
 * `forbidden` AppError for an account that may not log in, however its user proved who they are.
 */
export async function startSession(
  trx: Db,
  { userId, isAdmin, meta: { network, agent }, isUnknownNetwork = false }: NewSession,
): Promise<string> {
  const token = newToken()
  const now = Date.now()
  const at = new Date(now).toISOString()
  const session = {
    id: newId(now),
    token_hash: hashToken(token),
    user_id: userId,
    network,
    agent,
    created_at: at,
    last_used_at: at,
    expires_at: new Date(now + lifeOf(isAdmin).absolute).toISOString(),
    unknown_network: isUnknownNetwork ? 1 : 0,
  }
  await lockToChange(trx, 'users', { id: userId })
  await rejectLogin(trx, userId)
  await trx.insertInto('sessions').values(session).execute()
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', 'not in', ({ selectFrom }) =>
      selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(SESSIONS_MAX),
    )
    .execute()
  return token
}

/** Ends all sessions of a user, or all but one. The next request with one of their tokens is rejected. */
export async function endSessions(trx: Db, userId: string, except?: string): Promise<void> {
  let ended = trx.deleteFrom('sessions').where('user_id', '=', userId)
  if (except !== undefined) ended = ended.where('id', '!=', except)
  await ended.execute()
}

/** Throws the 403 AppError if the site requires a confirmed address to comment and publish, and the viewer has none. */
export function requireConfirmed({ mail }: { mail: { verifyEmail: VerifyEmail } }, viewer: Viewer): void {
  if (mail.verifyEmail === 'required' && !viewer.emailVerified) throw new AppError('forbidden', CONFIRM_FIRST)
}
