import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Purpose } from '#contract/account/provider.ts'
import type { ProviderProblem } from '#contract/account/provider-messages.ts'
import type { RequestMeta } from '#server/auth/audit.ts'
import { browserCookie, browserOf, cookieName } from '#server/auth/browser-cookie.ts'
import { newChallenge, takeChallenge } from '#server/auth/challenges.ts'
import { newTicket } from '#server/auth/provider-tickets.ts'
import type { Db } from '#server/data/database.ts'
import { type Claims, CONFIRM_MAX_SECONDS, type Proofs, type ProviderClient } from './provider-client.ts'

/** A sign-in that has begun. Its challenge is the `state`, which comes back with the answer. */
const Flow = z.object({ purpose: Purpose, browser: z.string(), nonce: z.string(), verifier: z.string() })

interface Parts {
  db: Db
  client: ProviderClient
}

/** Where each sign-in ends. The address of a page never comes from a request. */
const PAGES: Record<Purpose, string> = {
  login: '/login',
  connect: '/account/security',
  confirm: '/confirmed',
}

const random = () => randomBytes(32).toString('base64url')

function problemAt(purpose: Purpose, problem: ProviderProblem): string {
  return `${PAGES[purpose]}?problem=${problem}`
}

/** Returns the address of the provider and the cookie of the browser. Where the provider does not answer, a page that says so. */
export async function beginFlow(
  { db, client }: Parts,
  purpose: Purpose,
  meta: RequestMeta,
): Promise<{ location: string; cookie?: string }> {
  const { browser, header: cookie } = browserCookie(meta, cookieName(client.config.redirectUri))
  const [nonce, verifier] = [random(), random()]
  const data = JSON.stringify({ purpose, browser, nonce, verifier })
  const state = await newChallenge(db, { kind: 'flow', data })
  try {
    const address = await client.addressFor({ state, nonce, verifier }, purpose === 'confirm')
    return { location: address.href, cookie }
  } catch (error) {
    meta.log.warn({ err: error }, 'the sign-in provider does not answer')
    return { location: problemAt(purpose, 'down') }
  }
}

/** Returns the page that the browser goes on to: with a ticket, or with what went wrong. */
export async function endFlow({ db, client }: Parts, search: string, meta: RequestMeta): Promise<string> {
  const query = new URLSearchParams(search)
  const state = query.get('state') ?? ''
  const row = await takeChallenge(db, { challenge: state, kind: 'flow' })
  if (!row) return problemAt('login', 'expired')
  const { purpose, browser, nonce, verifier } = Flow.parse(JSON.parse(row.data))
  const cookie = cookieName(client.config.redirectUri)
  if (browserOf(meta, cookie) !== browser) return problemAt(purpose, 'expired')
  if (query.has('error') && query.get('error') === 'access_denied') return problemAt(purpose, 'refused')
  const claims = await finish(client, { query, proofs: { state, nonce, verifier }, meta })
  if (typeof claims === 'string') return problemAt(purpose, claims)
  const { signedInAt, ...person } = claims
  if (purpose === 'confirm' && isTooOld(signedInAt)) return problemAt(purpose, 'failed')
  const ticket = await newTicket(db, { ...person, purpose, cookie, browser })
  return `${PAGES[purpose]}?ticket=${ticket}`
}

function isTooOld(signedInAt: number | undefined): boolean {
  return signedInAt !== undefined && signedInAt < Date.now() / 1000 - CONFIRM_MAX_SECONDS
}

async function finish(
  client: ProviderClient,
  { query, proofs, meta }: { query: URLSearchParams; proofs: Proofs; meta: RequestMeta },
): Promise<Claims | ProviderProblem> {
  try {
    return await client.finish(query, proofs)
  } catch (error) {
    meta.log.warn({ err: error }, 'a sign-in with the provider failed')
    return isNoAnswer(error) ? 'down' : 'failed'
  }
}

/** Whether the provider could not be reached, or took too long. */
function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isSlow = error.name === 'TimeoutError' || error.name === 'AbortError'
  return isSlow || error.message === 'fetch failed' || isNoAnswer(error.cause)
}
