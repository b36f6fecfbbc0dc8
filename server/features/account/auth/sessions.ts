import type { Session } from '#contract/account/auth.ts'
import type { Reauth } from '#contract/account/reauth.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { deleteExpiredChallenges } from '#server/auth/challenges.ts'
import { type ReauthParts, reauthenticate } from '#server/auth/reauth.ts'
import { endSessions, lifeOf, SESSION_LIFE } from '#server/auth/session.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { deleteExpiredTokens } from '#server/features/mail/email-tokens.queries.ts'
import { deleteOldMails } from '#server/features/mail/mails.queries.ts'
import { deleteExpired, deleteSession, listSessions } from './auth.queries.ts'

/** The caller's valid sessions, newest first. */
export async function liveSessions(
  db: Db,
  viewer: Pick<Viewer, 'id' | 'sessionId' | 'isAdmin' | 'lacksSecondStep'>,
  now = Date.now(),
): Promise<Session[]> {
  const { idle, absolute } = lifeOf(viewer.isAdmin || viewer.lacksSecondStep === true)
  const rows = await listSessions(db, viewer.id)
  const sessions = rows.map(
    ({ id, agent, network, unknown_network, created_at, last_used_at, expires_at }) => ({
      _id: id,
      current: id === viewer.sessionId,
      agent,
      network,
      unknownNetwork: unknown_network === 1,
      createdAt: created_at,
      lastUsedAt: last_used_at,
      ends: Math.min(
        Date.parse(expires_at),
        Date.parse(created_at) + absolute,
        Date.parse(last_used_at) + idle,
      ),
    }),
  )
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
  proof: Reauth
  meta: RequestMeta
}

/**
 * Ends one of the caller's sessions. Ending another session than the current one needs the password or a passkey, so that a
 * stolen session cannot lock the owner out.
 */
export async function endSession(parts: ReauthParts, sessionId: string, ending: Ending): Promise<void> {
  const { viewer, proof, meta } = ending
  if (sessionId !== viewer.sessionId) await reauthenticate(parts, { viewer, meta }, proof)
  await transaction(parts.db, async (trx) => {
    await deleteSession(trx, viewer.id, sessionId)
    await audit(trx, meta, { action: 'session.ended', actorId: viewer.id, subject: sessionId })
  })
}

/** Ends all of the caller's sessions except the current one. */
export async function endOtherSessions(parts: ReauthParts, { viewer, proof, meta }: Ending): Promise<void> {
  await reauthenticate(parts, { viewer, meta }, proof)
  await transaction(parts.db, async (trx) => {
    await endSessions(trx, viewer.id, viewer.sessionId)
    await audit(trx, meta, { action: 'session.ended', actorId: viewer.id, subject: 'others' })
  })
}

/** A dedupe key must be kept for as long as a job may add the same mail again. */
const MAILS_KEPT = 90 * 86_400_000

/** Deletes expired sessions, codes, challenges and links, and old mails. Returns the number of sessions. */
export async function sweepExpired(db: Db, now = Date.now()): Promise<number> {
  const ago = (milliseconds: number) => new Date(now - milliseconds).toISOString()
  await deleteExpiredChallenges(db, ago(0))
  await deleteExpiredTokens(db, ago(0))
  await deleteOldMails(db, now - MAILS_KEPT)
  return deleteExpired(db, {
    now: ago(0),
    unusedSince: ago(SESSION_LIFE.user.idle),
    adminsUnusedSince: ago(SESSION_LIFE.admin.idle),
  })
}
