import { z } from 'zod'
import type { Db } from '#server/data/database.ts'
import type { RequestMeta } from './audit.ts'
import { browserOf } from './browser-cookie.ts'
import { newChallenge, takeChallenge } from './challenges.ts'

const TICKET_LIFE_MS = 60_000

/** A person whom the provider has named, and the browser that they came back with. */
const SignedIn = z.object({
  purpose: z.enum(['login', 'connect', 'confirm']),
  cookie: z.string(),
  browser: z.string(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  isVerified: z.boolean(),
  name: z.string(),
  values: z.array(z.string()),
})
export type SignedIn = z.infer<typeof SignedIn>

/** A ticket for a finished sign-in, valid for a minute, once, and only with the cookie. */
export function newTicket(db: Db, signedIn: SignedIn): Promise<string> {
  return newChallenge(db, { kind: 'ticket', data: JSON.stringify(signedIn), lifeMs: TICKET_LIFE_MS })
}

/** Uses a ticket up. `undefined` for one that is too old, of another browser or for another purpose. */
export async function takeTicket(
  db: Db,
  { ticket, purpose }: { ticket: string; purpose: SignedIn['purpose'] },
  meta: Pick<RequestMeta, 'cookies'>,
): Promise<SignedIn | undefined> {
  const row = await takeChallenge(db, { challenge: ticket, kind: 'ticket' })
  if (!row) return undefined
  const signedIn = SignedIn.parse(JSON.parse(row.data))
  const isHere = browserOf(meta, signedIn.cookie) === signedIn.browser
  return isHere && signedIn.purpose === purpose ? signedIn : undefined
}

/** Whether a ticket shows that this user has just signed in with the provider. */
export async function confirmsUser(
  db: Db,
  { ticket, userId }: { ticket: string; userId: string },
  meta: Pick<RequestMeta, 'cookies'>,
): Promise<boolean> {
  const signedIn = await takeTicket(db, { ticket, purpose: 'confirm' }, meta)
  if (!signedIn) return false
  const identity = await db
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', signedIn.issuer)
    .where('subject', '=', signedIn.subject)
    .executeTakeFirst()
  return identity?.user_id === userId
}
