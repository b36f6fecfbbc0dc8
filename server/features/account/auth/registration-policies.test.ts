import { expect, test } from 'vitest'
import { SETTING_DEFAULTS } from '#contract/settings/setting-table.ts'
import { newId } from '#server/data/ids.ts'
import { openTestApp, picture, type TestApp, Upload } from '#server/test-app.ts'
import { mailSettings, openMailServer, sendWaiting, tokenIn } from '#server/test-mail-server.ts'
import { saveSettings } from '#server/test-settings.ts'
import { invitationToken } from './invitations.ts'
import { deleteUnconfirmed } from './unconfirmed.ts'

const PASSWORD = 'plum tree 44'
const DAY = 86_400_000
const READY = 'Your account is ready. You can log in now.'

/** The fields of the former client. */
const FIELDS = { username: 'Anna Weiss', password: PASSWORD, confirmPassword: PASSWORD, role: 'Student' }

async function register({ request }: TestApp, fields: Record<string, string> = {}) {
  const photo = { field: 'profilePhoto', bytes: await picture() }
  const draft = { ...FIELDS, email: 'anna@school.example', ...fields }
  const answer = await request('POST', '/api/auth/register', new Upload(draft, photo))
  return [answer.statusCode, answer.json().message]
}

async function logIn({ request }: TestApp, email = 'anna@school.example', password = PASSWORD) {
  const answer = await request('POST', '/api/auth/login', { email, password })
  return [answer.statusCode, answer.json().message]
}

const countUsers = async ({ db }: TestApp) => (await db.selectFrom('users').select('id').execute()).length

async function openSchool() {
  const server = await openMailServer()
  const testApp = await openTestApp({ environment: mailSettings(server) })
  await saveSettings(testApp, {
    registration: 'domain',
    registrationDomains: ['school.example', 'münchen.example'],
  })
  return { server, testApp }
}

interface NewInvitation {
  kind?: 'link' | 'mail'
  email?: string
  role?: 'Student' | 'Teacher'
  uses?: number
  expires_at?: string
  revoked_at?: string
}

/** An invitation with both of its tokens. */
async function invite({ db, context }: TestApp, own: NewInvitation = {}) {
  const id = newId()
  const now = new Date().toISOString()
  await db
    .insertInto('invitations')
    .values({
      id,
      kind: own.kind ?? 'link',
      email: own.email ?? null,
      email_key: own.email ?? null,
      username: null,
      role: own.role ?? 'Student',
      uses_max: 1,
      uses: own.uses ?? 0,
      expires_at: own.expires_at ?? new Date(Date.now() + DAY).toISOString(),
      created_by: null,
      import_id: null,
      created_at: now,
      revoked_at: own.revoked_at ?? null,
    })
    .execute()
  return {
    copied: invitationToken(context.secrets, id, 'copied'),
    mailed: invitationToken(context.secrets, id, 'mailed'),
  }
}

test('with default settings everybody registers and logs in as before', async () => {
  const testApp = await openTestApp()
  expect(await register(testApp)).toEqual([201, READY])
  expect(await register(testApp, { email: 'bea@else.example', role: 'Teacher' })).toEqual([201, READY])
  expect((await logIn(testApp))[0]).toBe(200)
  expect(SETTING_DEFAULTS).toMatchObject({ registration: 'open', teachers: 'open', siteAccess: 'open' })
})

test('a closed site answers before it reads the body, even with an invitation', async () => {
  const testApp = await openTestApp()
  const { copied } = await invite(testApp)
  await saveSettings(testApp, { registration: 'closed' })
  expect(await register(testApp, { invitation: copied })).toEqual([403, 'Registration is closed.'])
  const unread = await testApp.request('POST', '/api/auth/register', new Upload({ username: 'A' }))
  expect([unread.statusCode, unread.json().message]).toEqual([403, 'Registration is closed.'])
  expect(await countUsers(testApp)).toBe(0)
})

test('without an invitation the old client reads that it needs one', async () => {
  const testApp = await openTestApp()
  await saveSettings(testApp, { registration: 'invitation' })
  expect(await register(testApp)).toEqual([
    403,
    'Registration needs an invitation. Open the link that you were sent.',
  ])
  const { copied } = await invite(testApp)
  expect(await register(testApp, { invitation: copied })).toEqual([201, READY])
  expect(await register(testApp, { email: 'bea@school.example', invitation: copied })).toEqual([
    400,
    'This invitation has been used.',
  ])
  expect(await countUsers(testApp)).toBe(1)
})

const PAST = '2026-01-01T00:00:00.000Z'
test.each([
  ['expired', { expires_at: PAST }, 'This invitation has expired.'],
  ['used', { uses: 1 }, 'This invitation has been used.'],
  ['withdrawn', { revoked_at: PAST }, 'This invitation was withdrawn.'],
  [
    'for another address',
    { kind: 'mail' as const, email: 'bea@school.example' },
    'This invitation is for another address.',
  ],
])('an invitation that is %s is no invitation', async (_what, own, sentence) => {
  const testApp = await openTestApp()
  const { copied } = await invite(testApp, own)
  expect(await register(testApp, { invitation: copied })).toEqual([400, sentence])
  expect(await register(testApp, { invitation: `${copied.slice(0, -1)}!` })).toEqual([
    400,
    'This invitation is not valid.',
  ])
})

test('an address of another domain, or of a subdomain, is turned away', async () => {
  const { testApp } = await openSchool()
  const sentence = 'Registration is open to addresses at school.example or münchen.example.'
  for (const email of ['anna@else.example', 'anna@mail.school.example', 'anna@notschool.example'])
    expect(await register(testApp, { email })).toEqual([403, sentence])
  expect(await countUsers(testApp)).toBe(0)
})

test('an address of the domain is confirmed before the first login', async () => {
  const { testApp, server } = await openSchool()
  expect(await register(testApp, { email: 'Anna@School.example' })).toEqual([
    201,
    'Almost done. Open the link that we sent to A•••@School.example, then log in.',
  ])
  expect(await logIn(testApp, 'anna@school.example', 'plum tree 45')).toEqual([
    401,
    'Invalid email or password.',
  ])
  expect(await logIn(testApp)).toEqual([403, 'Confirm your email address first. We sent you a link.'])
  await sendWaiting(testApp)
  const [mail] = server.received
  const verified = await testApp.request('POST', '/api/auth/verify', { token: mail ? tokenIn(mail) : '' })
  expect(verified.statusCode).toBe(200)
  expect((await logIn(testApp))[0]).toBe(200)
})

test('a domain in other letters has two spellings', async () => {
  const { testApp } = await openSchool()
  expect((await register(testApp, { email: 'a@münchen.example' }))[0]).toBe(201)
  expect((await register(testApp, { email: 'b@xn--mnchen-3ya.example' }))[0]).toBe(201)
})

test('an account that nobody confirms is deleted after seven days, and a confirmed one stays', async () => {
  const { testApp } = await openSchool()
  await register(testApp)
  await register(testApp, { email: 'bea@school.example' })
  await testApp.db
    .updateTable('users')
    .set({ confirm_first: 0 })
    .where('email', '=', 'bea@school.example')
    .execute()
  const now = Date.now()
  expect(await deleteUnconfirmed(testApp, now + 7 * DAY - 60_000)).toBe(0)
  expect(await deleteUnconfirmed(testApp, now + 7 * DAY + 60_000)).toBe(1)
  const left = await testApp.db.selectFrom('users').select('email').execute()
  expect(left).toEqual([{ email: 'bea@school.example' }])
})

test('an invitation lets in any address, without a first confirmation', async () => {
  const { testApp } = await openSchool()
  const { copied } = await invite(testApp)
  const email = 'guest@else.example'
  expect(await register(testApp, { email, invitation: copied })).toEqual([201, READY])
  expect((await logIn(testApp, email))[0]).toBe(200)
})

test('only the mailed link of an invitation confirms the address', async () => {
  const testApp = await openTestApp()
  const [anna, bea] = ['anna@school.example', 'bea@school.example']
  const { mailed } = await invite(testApp, { kind: 'mail', email: anna })
  const { copied } = await invite(testApp, { kind: 'mail', email: bea })
  expect((await register(testApp, { invitation: mailed }))[0]).toBe(201)
  expect((await register(testApp, { email: bea, invitation: copied }))[0]).toBe(201)
  const rows = await testApp.db
    .selectFrom('users')
    .select(['email', 'email_verified_at'])
    .orderBy('email')
    .execute()
  expect(rows.map(({ email, email_verified_at: at }) => [email, at !== null])).toEqual([
    [anna, true],
    [bea, false],
  ])
})

test('without mail nobody registers by domain', async () => {
  const testApp = await openTestApp()
  await saveSettings(testApp, { registration: 'domain', registrationDomains: ['school.example'] })
  expect(await register(testApp)).toEqual([403, 'Registration is closed.'])
})

test('where teachers are invited, the role needs an invitation of a teacher', async () => {
  const testApp = await openTestApp()
  await saveSettings(testApp, { teachers: 'invitation' })
  const sentence = 'Teachers are invited here. Register as Student.'
  expect(await register(testApp, { role: 'Teacher' })).toEqual([403, sentence])
  const { copied: asStudent } = await invite(testApp)
  expect(await register(testApp, { role: 'Teacher', invitation: asStudent })).toEqual([403, sentence])
  const { copied } = await invite(testApp, { role: 'Teacher' })
  expect(await register(testApp, { role: 'Teacher', invitation: copied })).toEqual([201, READY])
  const { role } = await testApp.db.selectFrom('users').select('role').executeTakeFirstOrThrow()
  expect(role).toBe('Teacher')
})
