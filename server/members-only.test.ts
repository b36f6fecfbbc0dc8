import { expect, test } from 'vitest'
import { ACCESS, type Permission } from '#contract/access.ts'
import { api } from '#contract/api.ts'
import { CALLS, type CallName, STREAMS } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { serveForSearchEngines } from './pages/sitemap.ts'
import { openTestApp } from './test-app.ts'
import { insertFixtures } from './test-fixtures.ts'
import { VALID_INPUTS } from './test-inputs.ts'
import { insertPlaylist } from './test-publications.ts'
import { saveSettings } from './test-settings.ts'

/** Written out, so that no call of the table opens by accident. */
const OPEN: readonly CallName[] = [
  'auth.forgot',
  'auth.login',
  'auth.options',
  'auth.register',
  'auth.reset',
  'auth.verify',
  'invitations.read',
  'legal.get',
  'notifications.unsubscribe',
  'passkeys.login',
  'passkeys.options',
  'provider.begin',
  'provider.callback',
  'provider.signUp',
  'provider.ticket',
  'provider.useLink',
  'secondStep.verify',
  'setup.create',
  'setup.get',
  'site.get',
]

const ENDPOINTS: Endpoint[] = Object.values(api).flatMap((feature) => Object.values(feature))
const LONG = 120_000

test('the table opens sign-in, registration, invitations and legal pages to visitors, and nothing else', () => {
  const rows: [string, Permission][] = Object.entries(ACCESS)
  const open = rows.filter(([, { open }]) => open).map(([name]) => name)
  expect(open.toSorted()).toEqual(OPEN.toSorted())
})

test(
  'on a site for members a visitor gets the same answer to every other call',
  async () => {
    const testApp = await openTestApp({ environment: { MAIL_OUTBOX: 'true', SITE_ACCESS: 'members' } })
    const fixtures = await insertFixtures(testApp, { visibility: 'seen', saved: false })
    const wrong: string[] = []
    for (const { name } of ENDPOINTS.filter((endpoint) => !OPEN.includes(endpoint.name))) {
      const { query = '', body } = (await VALID_INPUTS[name]?.({ ...fixtures, caller: undefined })) ?? {}
      const [method, path] = CALLS[name]
      const { of = 'course' }: Permission = ACCESS[name]
      const address = path.replaceAll(
        /:(\w+)/g,
        (_, param: string) => fixtures.ids[param === 'id' ? `${of}Id` : param] ?? '',
      )
      const answer = await testApp.request(method, `${address}?${query}`, body)
      const { message } = answer.json()
      if (answer.statusCode !== 401 || message !== 'You must be logged in.')
        wrong.push(`${name}: ${answer.statusCode} ${message}`)
    }
    for (const path of Object.values(STREAMS)) {
      const answer = await testApp.request('GET', path)
      if (answer.statusCode !== 401) wrong.push(`${path}: ${answer.statusCode}`)
    }
    expect(wrong).toEqual([])
  },
  LONG,
)

test('members read as before, and an ended session is called so', async () => {
  const testApp = await openTestApp({ environment: { SITE_ACCESS: 'members' } })
  const sam = await testApp.user('Sam')
  expect((await sam.request('GET', '/api/playlists')).statusCode).toBe(200)
  await testApp.db.deleteFrom('sessions').execute()
  const answer = await sam.request('GET', '/api/playlists')
  expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([
    401,
    expect.stringContaining('invalid_token'),
  ])
})

test('a site that closes stops sending what visitors had in the cache', async () => {
  const testApp = await openTestApp({ cached: true })
  await insertPlaylist(testApp, { teacher: await testApp.user('Ada', 'Teacher'), status: 'approved' })
  const origin = await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const read = async () => (await fetch(`${origin}/api/playlists`)).status
  expect([await read(), await read()]).toEqual([200, 200])
  expect(testApp.cache?.hits).toBe(1)
  await saveSettings(testApp, { siteAccess: 'members' })
  expect(await read()).toBe(401)
})

test('search engines find nothing on a site for members', async () => {
  const testApp = await openTestApp({ environment: { SITE_ACCESS: 'members' } })
  const { context, request } = testApp
  serveForSearchEngines(context, { origin: 'https://a.example', publicUrl: 'https://a.example' })
  await insertPlaylist(testApp, { teacher: await testApp.user('Ada', 'Teacher'), status: 'approved' })
  expect((await request('GET', '/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n')
  expect((await request('GET', '/sitemap.xml')).body).not.toContain('<url>')
  expect((await request('GET', '/api/openapi.json')).statusCode).toBe(200)
})
