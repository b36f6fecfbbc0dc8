import { deleteExpiredChallenges } from '#server/auth/challenges.ts'
import { SESSION_LIFE } from '#server/auth/session.ts'
import type { Db } from '#server/data/database.ts'
import { deleteExpiredTokens } from '#server/features/mail/email-tokens.queries.ts'
import { deleteOldMails } from '#server/features/mail/mails.queries.ts'
import { deleteExpired } from './auth.queries.ts'

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
