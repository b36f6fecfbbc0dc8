import type { Session } from '#contract/auth.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { LoginThrottle } from '#server/auth/login-throttle.ts'
import { endSessions, lifeOf } from '#server/auth/session.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { checkOwnPassword } from '#server/features/users/users.ts'
import { invalid } from '#server/http/app-error.ts'
import { deleteSession, listSessions } from './auth.queries.ts'

const PASSWORD_NEEDED = 'Enter your password.'
const PASSWORD_WRONG = 'Password is incorrect.'

/** The caller's valid sessions, newest first. */
export async function liveSessions(db: Db, viewer: Viewer, now = Date.now()): Promise<Session[]> {
  const { idle, absolute } = lifeOf(viewer.isAdmin)
  const rows = await listSessions(db, viewer.id)
  const sessions = rows.map(({ id, agent, network, created_at, last_used_at, expires_at }) => ({
    _id: id,
    current: id === viewer.sessionId,
    agent,
    network,
    createdAt: created_at,
    lastUsedAt: last_used_at,
    ends: Math.min(
      Date.parse(expires_at),
      Date.parse(created_at) + absolute,
      Date.parse(last_used_at) + idle,
    ),
  }))
  return sessions
    .filter(({ ends }) => ends > now)
    .map(({ ends, ...session }) => ({ ...session, expiresAt: new Date(ends).toISOString() }))
}

/** One of the caller's valid sessions; a session of another user is not found. */
export async function ownSession(db: Db, viewer: Viewer, id: string) {
  const own = (await liveSessions(db, viewer)).find(({ _id }) => _id === id)
  return own && { id: own._id, access: { ownerId: viewer.id } }
}

interface Ending {
  viewer: Viewer
  password: string | undefined
  meta: RequestMeta
}

/** Ends one of the caller's sessions. Ending another session needs the password, so a thief cannot lock the owner out. */
export async function endSession(
  parts: { db: Db; throttle: LoginThrottle },
  sessionId: string,
  ending: Ending,
): Promise<void> {
  const { viewer, meta } = ending
  if (sessionId !== viewer.sessionId) await requirePassword(parts, ending)
  await transaction(parts.db, async (trx) => {
    await deleteSession(trx, viewer.id, sessionId)
    await audit(trx, meta, { action: 'session.ended', actorId: viewer.id, subject: sessionId })
  })
}

/** Ends all of the caller's sessions except the current one. */
export async function endOtherSessions(
  parts: { db: Db; throttle: LoginThrottle },
  ending: Ending,
): Promise<void> {
  const { viewer, meta } = ending
  await requirePassword(parts, ending)
  await transaction(parts.db, async (trx) => {
    await endSessions(trx, viewer.id, viewer.sessionId)
    await audit(trx, meta, { action: 'session.ended', actorId: viewer.id, subject: 'others' })
  })
}

async function requirePassword(
  parts: { db: Db; throttle: LoginThrottle },
  { viewer, password, meta }: Ending,
): Promise<void> {
  if (!password) throw invalid('password', PASSWORD_NEEDED)
  if (!(await checkOwnPassword(parts, { viewer, password, meta }))) throw invalid('password', PASSWORD_WRONG)
}
