import { z } from 'zod'
import type { Secrets } from '#server/auth/secret-key.ts'
import type { Unsubscribe } from './mail-kind.ts'

const PURPOSE = 'unsubscribe'

const Claim = z.object({ user: z.string(), kinds: z.array(z.string()) })

/** What a link turns off, and for whom. */
export type UnsubscribeClaim = z.infer<typeof Claim>

/** The links that turn off mails of these kinds; they never expire. */
export function unsubscribeLinks(secrets: Secrets, origin: string, claim: UnsubscribeClaim): Unsubscribe {
  const token = secrets.sign(PURPOSE, JSON.stringify(claim))
  return {
    pageUrl: `${origin}/unsubscribe#token=${token}`,
    postUrl: `${origin}/api/unsubscribe?token=${token}`,
  }
}

/** What a token of `unsubscribeLinks` turns off; `undefined` for a token that this site did not make. */
export function readUnsubscribeToken(secrets: Secrets, token: string): UnsubscribeClaim | undefined {
  const value = secrets.verify(PURPOSE, token)
  return value === undefined ? undefined : Claim.parse(JSON.parse(value))
}
