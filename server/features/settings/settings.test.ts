import { expect, test, vi } from 'vitest'
import { SETTING_DEFAULTS, SETTING_KEYS, type SettingKey } from '#contract/settings/setting-table.ts'
import { SiteInfo } from '#contract/settings/site.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { createSettings } from './settings.ts'

const MAIL = { MAIL_OUTBOX: 'true' }

async function open(options: Parameters<typeof openTestApp>[0] = {}) {
  const testApp = await openTestApp(options)
  const admin = await testApp.user('Anna', 'Student', { isAdmin: true })
  await givePassword(testApp, admin)
  return { testApp, admin }
}

const read = async (admin: TestUser) => (await admin.request('GET', '/api/admin/settings')).json()

const save = async (admin: TestUser, changes: object, own: object = {}) => {
  const { version } = await read(admin)
  return admin.request('PUT', '/api/admin/settings', { version, changes, password: PASSWORD, ...own })
}

const auditRows = ({ db }: TestApp) =>
  db
    .selectFrom('audit')
    .select(['actor_id', 'detail'])
    .where('action', '=', 'settings.changed')
    .orderBy('id')
    .execute()

test('a new site has the defaults, and a saved setting says who changed it', async () => {
  const { testApp, admin } = await open()
  const defaults = SETTING_KEYS.map((key) => [key, { value: SETTING_DEFAULTS[key], source: 'default' }])
  expect(await read(admin)).toEqual({
    settings: Object.fromEntries(defaults),
    mail: { mode: 'none', server: null, from: null },
    version: '',
    changed: null,
  })
  const answer = await save(admin, { registration: 'invitation', teachers: 'request' })
  expect(answer.json()).toMatchObject({
    success: true,
    message: 'The settings are saved.',
    settings: { registration: { value: 'invitation', source: 'saved' }, siteAccess: { source: 'default' } },
    changed: { by: 'Anna' },
  })
  expect(await testApp.context.settings.get('registration')).toBe('invitation')
  expect(await auditRows(testApp)).toEqual([
    { actor_id: admin.id, detail: '{"setting":"registration","from":"open","to":"invitation"}' },
    { actor_id: admin.id, detail: '{"setting":"teachers","from":"open","to":"request"}' },
  ])
  await save(admin, { registration: null })
  expect(await read(admin)).toMatchObject({
    settings: { registration: { value: 'open', source: 'default' } },
  })
})

test('a change needs the password of the admin', async () => {
  const { admin } = await open()
  const answers = [
    await save(admin, { registration: 'closed' }, { password: undefined }),
    await save(admin, { registration: 'closed' }, { password: 'plum tree 44' }),
  ]
  expect(answers.map((answer) => [answer.statusCode, answer.json().errors])).toEqual([
    [400, { password: 'Enter your password.' }],
    [400, { password: 'Password is incorrect.' }],
  ])
  expect((await read(admin)).version).toBe('')
})

test('a change over another version is a conflict that names who was faster', async () => {
  const { testApp, admin } = await open()
  const other = await testApp.user('Ben', 'Student', { isAdmin: true })
  await givePassword(testApp, other)
  await testApp.db.updateTable('users').set({ time_zone: 'UTC' }).execute()
  const { version } = await read(other)
  const { changed } = (await save(admin, { teachers: 'request' })).json()
  const late = await save(other, { siteAccess: 'members' }, { version })
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    `Anna changed the settings at ${changed.at.slice(11, 16)}. Look at them again.`,
  ])
  expect((await save(other, { siteAccess: 'members' })).statusCode).toBe(200)
})

test('two admins at once: one saves, the other looks again', async () => {
  const { testApp, admin } = await open()
  const other = await testApp.user('Ben', 'Student', { isAdmin: true })
  await givePassword(testApp, other)
  const answers = await Promise.all([
    save(admin, { teachers: 'request' }, { version: '' }),
    save(other, { teachers: 'invitation' }, { version: '' }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
    200, 409,
  ])
})

test('the environment wins over what was saved, and locks the field', async () => {
  const { testApp, admin } = await open({ environment: { SITE_ACCESS: 'open', TEACHERS: 'invitation' } })
  await testApp.db
    .insertInto('settings')
    .values({
      key: 'siteAccess',
      value: '"members"',
      updated_at: '2026-01-01T00:00:00.000Z',
      updated_by: null,
    })
    .execute()
  expect(await testApp.context.settings.get('siteAccess')).toBe('open')
  expect((await read(admin)).settings).toMatchObject({
    siteAccess: { value: 'open', source: 'environment' },
    teachers: { value: 'invitation', source: 'environment' },
  })
  const locked = await save(admin, { siteAccess: 'members' })
  expect([locked.statusCode, locked.json().message]).toEqual([409, 'Set by SITE_ACCESS in the environment.'])
})

const VARIABLES: [SettingKey, unknown, Record<string, string>, unknown][] = [
  ['siteName', 'Other', { SITE_NAME: 'Riverside' }, 'Riverside'],
  ['registration', 'closed', { REGISTRATION: 'invitation' }, 'invitation'],
  ['teachers', 'request', { TEACHERS: 'invitation' }, 'invitation'],
  ['siteAccess', 'members', { SITE_ACCESS: 'open' }, 'open'],
  ['reviewEdits', 'all', { REVIEW_EDITS: 'none' }, 'none'],
  ['uploadQuotaGb', 5, { UPLOAD_QUOTA_GB: '0' }, 0],
  ['figures', 'placeholders', { FIGURES: 'real' }, 'real'],
]
test.each(VARIABLES)('%s cannot be changed to %j where %j', async (...row) => {
  const [key, value, environment, set] = row
  const { testApp, admin } = await open({ environment })
  const [variable = ''] = Object.keys(environment)
  expect(await testApp.context.settings.get(key)).toBe(set)
  expect((await read(admin)).settings[key].source).toBe('environment')
  for (const wanted of [value, null]) {
    const answer = await save(admin, { [key]: wanted })
    const sentence = `Set by ${variable} in the environment.`
    expect([answer.statusCode, answer.json().message]).toEqual([409, sentence])
  }
})

test.each([
  [{ siteName: ' ' }, { 'changes.siteName': 'Enter a name.' }],
  [{ siteName: 'a'.repeat(61) }, { 'changes.siteName': 'Enter at most 60 characters.' }],
  [{ siteName: 'a\nb' }, { 'changes.siteName': 'Enter one line.' }],
  [{ welcome: 'a'.repeat(601) }, { 'changes.welcome': 'Enter at most 600 characters.' }],
  [{ accent: 'red' }, { 'changes.accent': 'Enter a colour like #0D6348.' }],
  [{ accent: '#0D6348;}body{display:none}' }, { 'changes.accent': 'Enter a colour like #0D6348.' }],
  [{ logo: '../../logo' }, { 'changes.logo': 'Choose the logo again.' }],
  [
    { contact: { email: 'hello', phone: '', address: '' } },
    { 'changes.contact.email': 'Enter an email address.' },
  ],
  [{ reviewEdits: 'some' }, { 'changes.reviewEdits': 'Edits must be video, all or none.' }],
  [{ uploadQuotaGb: 1.5 }, { 'changes.uploadQuotaGb': 'Enter a whole number from 0 to 100000.' }],
  [{ figures: 'true' }, { 'changes.figures': 'Figures must be placeholders or real.' }],
  [{ providerAccounts: 'on' }, { 'changes.providerAccounts': 'Accounts must be form, automatic or off.' }],
])('%j is rejected at its field, without the password', async (changes, errors) => {
  const { admin } = await open()
  const answer = await save(admin, changes, { password: undefined })
  expect([answer.statusCode, answer.json().errors]).toEqual([400, errors])
})

test('only the settings of the section People need the password', async () => {
  const { admin } = await open()
  const site = {
    siteName: ' Riverside ',
    welcome: 'Hello',
    figures: 'real',
    reviewEdits: 'all',
    uploadQuotaGb: 5,
  }
  expect((await save(admin, site, { password: undefined })).statusCode).toBe(200)
  expect((await read(admin)).settings).toMatchObject({ siteName: { value: 'Riverside', source: 'saved' } })
  for (const people of [
    { providerAccounts: 'off' },
    { providerTeacher: 'staff' },
    { providerAdmin: 'it', siteName: 'Both' },
    { teachers: null },
  ]) {
    const answer = await save(admin, people, { password: undefined })
    expect(answer.json().errors).toEqual({ password: 'Enter your password.' })
  }
})

test('the name of the site holds at once, also in the API description', async () => {
  const { testApp, admin } = await open({ environment: MAIL })
  const title = async () => (await testApp.request('GET', '/api/openapi.json')).json().info.title
  expect(await title()).toBe('Lectern API')
  await save(admin, { siteName: 'Riverside' })
  expect(await title()).toBe('Riverside API')
  expect((await testApp.request('GET', '/api/site')).json().name).toBe('Riverside')
})

const DOMAIN = 'Enter a domain like school.example.'
test.each([
  [{ registration: 'domain' }, { registrationDomains: DOMAIN }],
  [{ registrationDomains: ['@school.example'] }, { 'changes.registrationDomains.0': DOMAIN }],
  [{ registrationDomains: ['a.example', '*.school'] }, { 'changes.registrationDomains.1': DOMAIN }],
  [{ registrationDomains: [''] }, { 'changes.registrationDomains.0': DOMAIN }],
  [
    { registration: 'nobody' },
    { 'changes.registration': 'Registration must be open, domain, invitation or closed.' },
  ],
])('%j is rejected at its field', async (changes, errors) => {
  const { admin } = await open({ environment: MAIL })
  const answer = await save(admin, changes)
  expect([answer.statusCode, answer.json().errors]).toEqual([400, errors])
})

test('registration by domain needs mail', async () => {
  const { admin } = await open()
  const answer = await save(admin, { registration: 'domain', registrationDomains: ['school.example'] })
  const sentence = 'This needs mail. Set SMTP_URL first.'
  expect([answer.statusCode, answer.json().errors]).toEqual([400, { registration: sentence }])
})

test('domains are repaired and kept once', async () => {
  const { admin } = await open({ environment: MAIL })
  const domains = [' School.Example ', 'school.example', 'college.example']
  await save(admin, { registration: 'domain', registrationDomains: domains })
  expect((await read(admin)).settings.registrationDomains.value).toEqual([
    'school.example',
    'college.example',
  ])
  const emptied = await save(admin, { registrationDomains: [] })
  expect(emptied.json().errors).toEqual({ registrationDomains: DOMAIN })
})

test('during a rolling update nothing is restricted, but a setting can go back to its default', async () => {
  const { testApp, admin } = await open()
  await save(admin, { teachers: 'request' })
  const soon = new Date(Date.now() + 60_000).toISOString()
  await testApp.db.updateTable('site').set({ restrict_after: soon }).execute()
  const answer = await save(admin, { siteAccess: 'members' })
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    'An update is running. Try again in 10 minutes.',
  ])
  expect((await save(admin, { teachers: null })).statusCode).toBe(200)
  await testApp.db.updateTable('site').set({ restrict_after: new Date().toISOString() }).execute()
  expect((await save(admin, { siteAccess: 'members' })).statusCode).toBe(200)
})

test('a change drops every cached answer', async () => {
  const { testApp, admin } = await open({ cached: true })
  const origin = await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const site = async () => SiteInfo.parse(await (await fetch(`${origin}/api/site`)).json())
  expect((await site()).registration).toBe('open')
  await site()
  expect(testApp.cache?.hits).toBe(1)
  await save(admin, { registration: 'closed' })
  expect((await site()).registration).toBe('closed')
})

test('another process that was told nothing sees the change within its second', async () => {
  const { testApp, admin } = await open()
  const invalidation = { onInvalidate: () => undefined }
  const other = createSettings({ db: testApp.db, locked: {}, invalidation })
  expect(await other.get('registration')).toBe('open')
  await save(admin, { registration: 'closed' })
  await vi.waitFor(async () => expect(await other.get('registration')).toBe('closed'), 5000)
})

test('visitors read what the site is called and who may register', async () => {
  const { testApp, admin } = await open({ environment: { ...MAIL, SITE_NAME: 'Riverside' } })
  await save(admin, { registration: 'domain', registrationDomains: ['school.example'] })
  expect((await testApp.request('GET', '/api/site')).json()).toEqual({
    name: 'Riverside',
    contact: {
      email: 'hello@lectern.example',
      phone: '+1 202 555 0143',
      address: '12 Chalkboard Lane\nExample City 10115',
    },
    access: 'open',
    registration: 'domain',
    registrationDomains: ['school.example'],
    teachers: 'open',
    logo: null,
    accent: null,
    theme: null,
    welcome: '',
    legal: {},
  })
})
