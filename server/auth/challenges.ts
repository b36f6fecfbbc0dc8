import { randomBytes } from 'node:crypto'
import type { ChallengeRow } from '#server/data/account-rows.ts'
import type { Db } from '#server/data/database.ts'
import { hashToken } from './session.ts'

export const CHALLENGE_LIFE_MS = 5 * 60_000

interface NewChallenge {
  userId?: string | undefined
  kind: ChallengeRow['kind']
  data?: string
  lifeMs?: number
}

/** Returns 256 random bits in base64url; only their hash is stored. */
export async function newChallenge(
  db: Db,
  { userId, kind, data = '', lifeMs = CHALLENGE_LIFE_MS }: NewChallenge,
  now = Date.now(),
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const expires_at = new Date(now + lifeMs).toISOString()
  const row = { id: hashToken(challenge), user_id: userId ?? null, kind, data, expires_at }
  await db.insertInto('challenges').values(row).execute()
  return challenge
}

interface Answered {
  challenge: string
  kind: ChallengeRow['kind']
}

/** The row of a challenge of this kind, if it has not expired. */
export function findChallenge(
  db: Db,
  { challenge, kind }: Answered,
  now = Date.now(),
): Promise<ChallengeRow | undefined> {
  return db
    .selectFrom('challenges')
    .selectAll()
    .where('id', '=', hashToken(challenge))
    .where('kind', '=', kind)
    .where('expires_at', '>', new Date(now).toISOString())
    .executeTakeFirst()
}

/** As `findChallenge`, and deletes the challenge, so that only one of several requests can use it. */
export async function takeChallenge(db: Db, answered: Answered): Promise<ChallengeRow | undefined> {
  const row = await findChallenge(db, answered)
  if (!row) return undefined
  const { numDeletedRows } = await db.deleteFrom('challenges').where('id', '=', row.id).executeTakeFirst()
  return numDeletedRows > 0n ? row : undefined
}

export async function deleteExpiredChallenges(db: Db, now: string): Promise<void> {
  await db.deleteFrom('challenges').where('expires_at', '<=', now).execute()
}
