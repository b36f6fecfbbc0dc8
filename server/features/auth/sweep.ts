import { deleteExpiredChallenges } from '#server/auth/challenges.ts'
import { SESSION_LIFE } from '#server/auth/session.ts'
import type { Db } from '#server/data/database.ts'
import { deleteExpired } from './auth.queries.ts'

/** Deletes expired sessions, codes and challenges. Returns the number of sessions. */
export async function sweepExpired(db: Db, now = Date.now()): Promise<number> {
  const ago = (milliseconds: number) => new Date(now - milliseconds).toISOString()
  await deleteExpiredChallenges(db, ago(0))
  return deleteExpired(db, {
    now: ago(0),
    unusedSince: ago(SESSION_LIFE.user.idle),
    adminsUnusedSince: ago(SESSION_LIFE.admin.idle),
  })
}
