import { hash, randomBytes } from 'node:crypto'
import type { Db } from '#server/data/database.ts'
import type { EmailTokenRow } from '#server/data/mail-rows.ts'
import { insertToken } from './email-tokens.queries.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export const RESET_MINUTES = 60
export const TOKEN_LIFE: Readonly<Record<EmailTokenRow['kind'], number>> = {
  verify: 3 * DAY,
  change: 3 * DAY,
  reset: RESET_MINUTES * MINUTE,
  undo: 7 * DAY,
}

/** A fast hash is enough for 256 random bits. */
export function hashEmailToken(token: string): string {
  return hash('sha256', token, 'hex')
}

interface NewToken {
  kind: EmailTokenRow['kind']
  userId: string
  email: string
}

/** A token of 32 random bytes for one link; only its hash is stored. */
export async function makeEmailToken(db: Db, { kind, userId, email }: NewToken): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await insertToken(db, {
    token_hash: hashEmailToken(token),
    user_id: userId,
    kind,
    email,
    expires_at: new Date(Date.now() + TOKEN_LIFE[kind]).toISOString(),
  })
  return token
}
