import { z } from 'zod'
import type { Secrets } from '#server/auth/secret-key.ts'
import type { Unsubscribe } from './mail-kind.ts'

const PURPOSE = 'unsubscribe'

const Claim = z.object({ user: z.string(), kinds: z.array(z.string()) })

/** The user and the kinds of mail that a link turns off. */
export type UnsubscribeClaim = z.infer<typeof Claim>

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
