import type { LightMyRequestResponse } from 'fastify'
import { onTestFinished } from 'vitest'
import { type OidcProvider, openOidcProvider, walkThroughProvider } from '#tests/oidc-provider.ts'
import { openTestApp, type TestApp, type TestUser } from './test-app.ts'

export interface SignInSite {
  testApp: TestApp
  provider: OidcProvider
}

/** A site with a real sign-in provider. */
export async function openSignInSite(environment: Record<string, string> = {}): Promise<SignInSite> {
  const provider = await openOidcProvider()
  onTestFinished(provider.close)
  const testApp = await openTestApp({ environment: { ...provider.environment, ...environment } })
  return { testApp, provider }
}

export const BEGIN = '/api/auth/oidc/sso'

/** The cookie that an answer sets, as a browser sends it back. */
export function cookieOf({ headers }: LightMyRequestResponse): string {
  return String(headers['set-cookie'] ?? '').split(';')[0] ?? ''
}

/** The path and query of an address. */
export function pathIn(location: unknown): string {
  const { pathname, search } = new URL(String(location), 'http://localhost')
  return pathname + search
}

/** A browser that has gone to the provider and come back; it has not opened the callback yet. */
export async function comeBack({ testApp, provider }: SignInSite, purpose = 'login') {
  const begun = await testApp.request('GET', `${BEGIN}?purpose=${purpose}`)
  const callback = await walkThroughProvider(String(begun.headers.location), provider.person)
  return { cookie: cookieOf(begun), callback: pathIn(callback.href) }
}

/** Signs in and returns the ticket with its cookie. */
export async function ticketFor(site: SignInSite, purpose = 'login') {
  const { cookie, callback } = await comeBack(site, purpose)
  const back = await site.testApp.request('GET', callback, undefined, { cookie })
  const location = String(back.headers.location)
  const ticket = new URL(location, 'http://localhost').searchParams.get('ticket') ?? ''
  return { cookie, location, ticket }
}

/** Signs in with the provider and uses the ticket. */
export async function signIn(site: SignInSite): Promise<LightMyRequestResponse> {
  const { cookie, ticket } = await ticketFor(site)
  return site.testApp.request('POST', '/api/auth/ticket', { ticket }, { cookie })
}

/** Connects the account of a user, as if they had signed in before. */
export async function connectIdentity(
  { testApp: { db }, provider: { issuer, person } }: SignInSite,
  { id }: Pick<TestUser, 'id'>,
): Promise<void> {
  const created_at = new Date().toISOString()
  await db
    .insertInto('identities')
    .values({ issuer, subject: person.sub, user_id: id, email: person.email, created_at })
    .execute()
}
