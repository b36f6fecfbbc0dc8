import { hash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Secrets } from '#server/auth/secret-key.ts'
import type { Db } from '#server/data/database.ts'
import type { EmailTokenRow } from '#server/data/notification-rows.ts'
import { insertToken } from './email-tokens.queries.ts'
import type { Unsubscribe } from './mail-kind.ts'

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

const PURPOSE = 'unsubscribe'

const Claim = z.object({ user: z.string(), kinds: z.array(z.string()) })

/** The user and the kinds of mail that a link turns off. */
type UnsubscribeClaim = z.infer<typeof Claim>

/** The links that turn off mails of these kinds; they never expire. */
export function unsubscribeLinks(secrets: Secrets, origin: string, claim: UnsubscribeClaim): Unsubscribe {
  const token = secrets.sign(PURPOSE, JSON.stringify(claim))
  return {
    pageUrl: `${origin}/unsubscribe#token=${token}`,
    postUrl: `${origin}/api/unsubscribe?token=${token}`,
  }
}

/** The claim in a token of `unsubscribeLinks`; `undefined` for a token that this site did not make. */
export function readUnsubscribeToken(secrets: Secrets, token: string): UnsubscribeClaim | undefined {
  const value = secrets.verify(PURPOSE, token)
  return value === undefined ? undefined : Claim.parse(JSON.parse(value))
}
