import { expect, test, vi } from 'vitest'
import {
  BEGIN,
  comeBack,
  connectIdentity,
  cookieOf,
  openSignInSite,
  ticketFor,
} from '#server/test-provider-sign-in.ts'
import { CLIENT_SECRET, walkThroughProvider } from '#tests/oidc-provider.ts'

const TICKET = '/api/auth/ticket'
const EXPIRED = '/login?problem=expired'

/** A site, and a person who has an account on it. */
async function connectedSite(environment: Record<string, string> = {}) {
  const site = await openSignInSite(environment)
  const user = await site.testApp.user('Maria')
  await connectIdentity(site, user)
  const open = (callback: string, cookie?: string) =>
    site.testApp.request('GET', callback, undefined, cookie === undefined ? {} : { cookie })
  const redeem = (ticket: string, cookie?: string) =>
    site.testApp.request('POST', TICKET, { ticket }, cookie === undefined ? {} : { cookie })
  return { ...site, user, open, redeem }
}

test('the way to the provider has PKCE, a state and a nonce, and the cookie is hidden from scripts', async () => {
  const { testApp, provider } = await connectedSite()
  const begun = await testApp.request('GET', BEGIN)
  expect(begun.statusCode).toBe(303)
  expect(begun.headers['cache-control']).toBe('no-store')
  const { origin, searchParams } = new URL(String(begun.headers.location))
  expect(origin).toBe(provider.issuer)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    scope: 'openid email profile',
  })
  expect(begun.headers['set-cookie']).toMatch(
    /^oidc=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
  )
  expect(begun.headers.location).not.toContain(encodeURIComponent(CLIENT_SECRET))
})

test('over https the cookie belongs to this host alone', async () => {
  const { testApp } = await connectedSite({ PUBLIC_URL: 'https://learn.example' })
  const begun = await testApp.request('GET', BEGIN)
  expect(begun.headers['set-cookie']).toMatch(/^__Host-oidc=.*; Secure$/)
  expect(new URL(String(begun.headers.location)).searchParams.get('redirect_uri')).toBe(
    'https://learn.example/api/auth/oidc/sso/callback',
  )
})

test('the address that the provider sends people to never comes from a request', async () => {
  const { testApp } = await connectedSite()
  for (const query of ['?back=https://evil.example', '?purpose=login&redirect_uri=https://evil.example']) {
    const begun = await testApp.request('GET', BEGIN + query, undefined, { host: 'evil.example' })
    expect(String(begun.headers.location)).not.toContain('evil')
  }
  const wrong = await testApp.request('GET', `${BEGIN}?purpose=//evil.example`)
  expect(wrong.statusCode).toBe(400)
})

test('every page that a sign-in ends on is of this site', async () => {
  const site = await connectedSite()
  for (const purpose of ['login', 'connect', 'confirm']) {
    const { location } = await ticketFor(site, purpose)
    expect(location).toMatch(/^\/(login|account\/security|confirmed)\?ticket=[\w-]{43}$/)
  }
})

test('a forged or foreign state is refused', async () => {
  const { open, ...site } = await connectedSite()
  const [first, second] = [await comeBack(site), await comeBack(site)]
  const forged = first.callback.replace(/state=[\w-]+/, `state=${'x'.repeat(43)}`)
  expect((await open(forged, first.cookie)).headers.location).toBe(EXPIRED)
  const [, state = ''] = /state=([\w-]+)/.exec(second.callback) ?? []
  const mixed = first.callback.replace(/state=[\w-]+/, `state=${state}`)
  // The state is known, but its nonce and verifier are those of another sign-in.
  expect((await open(mixed, second.cookie)).headers.location).toBe('/login?problem=failed')
})

test('a forged issuer is refused', async () => {
  const { open, ...site } = await connectedSite()
  const { callback, cookie } = await comeBack(site)
  const forged = callback.replace(/iss=[^&]+/, `iss=${encodeURIComponent('https://evil.example')}`)
  expect((await open(forged, cookie)).headers.location).toBe('/login?problem=failed')
})

test('a nonce of another sign-in is refused', async () => {
  const { open, testApp, ...rest } = await connectedSite()
  const { callback, cookie } = await comeBack({ testApp, ...rest })
  const row = await testApp.db.selectFrom('challenges').selectAll().executeTakeFirstOrThrow()
  const data = JSON.stringify({ ...JSON.parse(row.data), nonce: 'x'.repeat(43) })
  await testApp.db.updateTable('challenges').set({ data }).execute()
  expect((await open(callback, cookie)).headers.location).toBe('/login?problem=failed')
})

test('an answer is used once, and only by the browser that began', async () => {
  const { open, ...site } = await connectedSite()
  const { callback, cookie } = await comeBack(site)
  expect((await open(callback, cookie)).headers.location).toMatch(/^\/login\?ticket=/)
  expect((await open(callback, cookie)).headers.location).toBe(EXPIRED)
  const other = await comeBack(site)
  expect((await open(other.callback)).headers.location).toBe(EXPIRED)
  const stolen = await comeBack(site)
  const foreign = cookieOf(await site.testApp.request('GET', BEGIN))
  expect((await open(stolen.callback, foreign)).headers.location).toBe(EXPIRED)
})

test('a ticket is used once, within a minute, with the cookie and for its purpose', async () => {
  const { redeem, ...site } = await connectedSite()
  const first = await ticketFor(site)
  const used = await redeem(first.ticket, first.cookie)
  expect(used.json()).toMatchObject({ _id: site.user.id })
  expect(used.headers['set-cookie']).toMatch(/^oidc=; .*Max-Age=0/)
  expect((await redeem(first.ticket, first.cookie)).statusCode).toBe(401)
  const second = await ticketFor(site)
  expect((await redeem(second.ticket)).statusCode).toBe(401)
  const third = await ticketFor(site, 'connect')
  expect((await redeem(third.ticket, third.cookie)).statusCode).toBe(401)
  const late = await ticketFor(site)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  expect((await redeem(late.ticket, late.cookie)).statusCode).toBe(401)
  vi.useRealTimers()
})

test('a sign-in that took too long starts again', async () => {
  const { open, ...site } = await connectedSite()
  const { callback, cookie } = await comeBack(site)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
  expect((await open(callback, cookie)).headers.location).toBe(EXPIRED)
  vi.useRealTimers()
})

test('two tabs of one browser sign in', async () => {
  const { open, redeem, ...site } = await connectedSite()
  const { testApp, provider } = site
  const first = await testApp.request('GET', BEGIN)
  const cookie = cookieOf(first)
  const second = await testApp.request('GET', BEGIN, undefined, { cookie })
  expect(cookieOf(second)).toBe(cookie)
  const tickets = await Promise.all(
    [first, second].map(async ({ headers }) => {
      const { pathname, search } = await walkThroughProvider(String(headers.location), provider.person)
      const { headers: back } = await open(pathname + search, cookie)
      return new URL(String(back.location), 'http://localhost').searchParams.get('ticket') ?? ''
    }),
  )
  for (const ticket of tickets) expect((await redeem(ticket, cookie)).statusCode).toBe(200)
})

test('somebody who stops at the provider reads that they stopped', async () => {
  const { open, testApp } = await connectedSite()
  const begun = await testApp.request('GET', BEGIN)
  const state = new URL(String(begun.headers.location)).searchParams.get('state')
  const back = await open(`${BEGIN}/callback?error=access_denied&state=${state}`, cookieOf(begun))
  expect(back.headers.location).toBe('/login?problem=refused')
})

test('a provider that is down is a sentence on the login page', async () => {
  const { testApp, provider } = await connectedSite()
  await provider.close()
  const begun = await testApp.request('GET', BEGIN)
  expect(begun.headers.location).toBe('/login?problem=down')
})

test('a provider that goes down on the way is one, too', async () => {
  const { open, provider, ...site } = await connectedSite()
  const { callback, cookie } = await comeBack({ provider, ...site })
  await provider.close()
  expect((await open(callback, cookie)).headers.location).toBe('/login?problem=down')
})

test('another site cannot use a ticket in the browser of a user', async () => {
  const site = await connectedSite()
  const { ticket, cookie } = await ticketFor(site)
  const headers = { cookie, 'sec-fetch-site': 'cross-site' }
  expect((await site.testApp.request('POST', TICKET, { ticket }, headers)).statusCode).toBe(403)
})

test('another provider, and a site without one, answer 404', async () => {
  const { testApp } = await connectedSite()
  expect((await testApp.request('GET', '/api/auth/oidc/other')).statusCode).toBe(404)
})
