import { expect, test } from 'vitest'
import type { Overview } from '#contract/overview/overview.ts'
import { newId } from '#server/data/ids.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { mailSettings, openMailServer } from '#server/test-mail-server.ts'
import { insertPlaylist } from '#server/test-publications.ts'
import { saveSettings } from '#server/test-settings.ts'
import { measureSite } from './site-numbers.ts'

const DAY = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString()

async function openSite(environment: Record<string, string> = {}) {
  const testApp = await openTestApp({ environment })
  const admin = await testApp.user('Helen Park', 'Other', { isAdmin: true, profession: 'Lead' })
  return { testApp, admin, read: () => read(admin) }
}

async function read(admin: TestUser): Promise<Overview> {
  const answer = await admin.request('GET', '/api/admin/overview')
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

async function insertDead({ db }: TestApp, kind = 'forgot', error = 'Nobody answered.'): Promise<string> {
  const id = newId()
  const payload = JSON.stringify({ emailKey: 'secret@example.org' })
  const row = { id, kind, payload, run_at: ago(1), attempts: 8, state: 'dead' as const, last_error: error }
  await testAppJobs(db).values(row).execute()
  return id
}
const testAppJobs = (db: TestApp['db']) => db.insertInto('jobs')

const states = async ({ db }: TestApp) =>
  (await db.selectFrom('jobs').select(['state', 'attempts']).orderBy('id').execute()).map(
    ({ state, attempts }) => `${state} ${attempts}`,
  )

test('an empty site waits for nothing, has no figures yet, and a checklist with two steps done', async () => {
  const { read } = await openSite()
  const overview = await read()
  expect(overview.waiting).toEqual(
    ['submissions', 'reports', 'requests', 'unavailable'].map((kind) => ({ kind, count: 0, since: null })),
  )
  expect(overview).toMatchObject({
    people: { accounts: 1, teachers: 0, signUps: null },
    storage: { at: null, free: null },
    jobs: { count: 0, items: [] },
    mail: { mode: 'none', waiting: 0, failed: 0, rejected: 0 },
    backup: { last: null, failed: null },
    demo: { accounts: 0, playlists: 0, isLeaving: false },
  })
  expect(overview.version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(overview.checklist?.filter(({ done }) => done).map(({ check }) => check)).toEqual(['demo'])
})

test('what waits is counted, with the time of the oldest', async () => {
  const { testApp, read } = await openSite()
  const [sam, ada] = [await testApp.user('Sam'), await testApp.user('Ada', 'Teacher')]
  const request = (user_id: string, created_at: string) => ({ id: newId(), user_id, reason: 'x', created_at })
  await testApp.db
    .insertInto('teacher_requests')
    .values([request(sam.id, ago(1)), request(ada.id, ago(3))])
    .execute()
  const { waiting } = await read()
  const [oldest] = (
    await testApp.db.selectFrom('teacher_requests').select('created_at').orderBy('created_at').execute()
  ).map(({ created_at }) => created_at)
  expect(waiting.find(({ kind }) => kind === 'requests')).toEqual({
    kind: 'requests',
    count: 2,
    since: oldest,
  })
})

test('the checklist is computed, and stays hidden once an admin hides it', async () => {
  const { testApp, admin, read } = await openSite({ PUBLIC_URL: 'https://school.example' })
  await testApp.user('Ada', 'Teacher')
  await admin.request('POST', '/api/categories', { title: 'Chemistry' })
  await saveSettings(testApp, { registration: 'open' })
  const backup = { id: newId(), file_name: 'a.tar.gz', started_at: ago(8), state: 'done' as const }
  await testApp.db
    .insertInto('backups')
    .values({ ...backup, finished_at: ago(8), bytes: 1200 })
    .execute()
  const open = (await read()).checklist?.filter(({ done }) => !done).map(({ check }) => check)
  expect(open).toEqual(['mail', 'backup'])
  await testApp.db
    .updateTable('backups')
    .set({ finished_at: ago(6) })
    .execute()
  expect((await read()).checklist).toContainEqual({ check: 'backup', done: true })
  await admin.request('PUT', '/api/admin/checklist', { hidden: true })
  expect((await read()).checklist).toBeNull()
  await admin.request('PUT', '/api/admin/checklist', { hidden: false })
  expect((await read()).checklist).not.toBeNull()
})

test('failed jobs are named without their payload, and are tried again one by one, by kind, or all', async () => {
  const { testApp, admin, read } = await openSite()
  const first = await insertDead(testApp)
  await insertDead(testApp, 'uploads.prepare.node1', 'There is not enough space on the server.')
  await insertDead(testApp, 'daily-mails')
  const { jobs } = await read()
  expect(jobs.count).toBe(3)
  expect(jobs.items.map(({ title }) => title).toSorted()).toEqual([
    'Looking up an address for a new password',
    'Preparing a video',
    'Writing the daily mails',
  ])
  expect(JSON.stringify(jobs)).not.toContain('secret@example.org')
  const retry = async (url: string, body?: object) => (await admin.request('POST', url, body)).json().message
  expect(await retry(`/api/admin/jobs/${first}/retry`)).toBe('The job is tried again.')
  expect(await retry(`/api/admin/jobs/${first}/retry`)).toBe('The job is tried again.')
  expect(await states(testApp)).toEqual(['ready 0', 'dead 8', 'dead 8'])
  expect(await retry('/api/admin/jobs/retry', { kind: 'daily-mails' })).toBe('1 job is tried again.')
  expect(await states(testApp)).toEqual(['ready 0', 'dead 8', 'ready 0'])
  expect(await retry('/api/admin/jobs/retry', {})).toBe('1 job is tried again.')
  expect((await read()).jobs.count).toBe(0)
  const audited = await testApp.db
    .selectFrom('audit')
    .select('subject')
    .where('action', '=', 'jobs.retried')
    .execute()
  expect(audited.map(({ subject }) => subject)).toEqual([first, null, null])
})

test('a test mail arrives, and a mail server that rejects it is quoted', async () => {
  const server = await openMailServer()
  const { admin } = await openSite(mailSettings(server))
  const send = async () => (await admin.request('POST', '/api/admin/mail/test')).json()
  expect(await send()).toEqual({
    ok: true,
    message: expect.stringMatching(/^Sent to \S•••@example\.org in \d+\.\d s\.$/),
  })
  expect(server.received).toMatchObject([{ subject: 'A test from Lectern' }])
  server.refuse(() => ({ code: 550, message: 'No such mailbox here' }))
  const { ok, message } = await send()
  expect([ok, message]).toEqual([false, expect.stringContaining('No such mailbox here')])
})

test('without a mail server the test says what to do', async () => {
  const { admin } = await openSite()
  expect((await admin.request('POST', '/api/admin/mail/test')).json()).toEqual({
    ok: false,
    message: 'This site sends no mail. Set SMTP_URL first.',
  })
})

test('mails that were not sent in the last seven days are counted', async () => {
  const { testApp, admin, read } = await openSite({ MAIL_OUTBOX: 'true' })
  const mail = (state: 'failed' | 'rejected' | 'sent', days: number) => ({
    id: newId(Date.now() - days * DAY),
    to_user: admin.id,
    address: null,
    invitation_id: null,
    kind: 'verify',
    data: '{}',
    dedupe_key: null,
    state,
  })
  await testApp.db
    .insertInto('mails')
    .values([mail('failed', 1), mail('rejected', 2), mail('rejected', 8), mail('sent', 1)])
    .execute()
  expect((await read()).mail).toEqual({ mode: 'outbox', waiting: 0, failed: 1, rejected: 1 })
})

test('the storage is measured by a job and says when', async () => {
  const { testApp, read } = await openSite()
  await testApp.db.updateTable('images').set({ bytes: 4000 }).execute()
  await measureSite(testApp.db, testApp.folder)
  await measureSite(testApp.db, testApp.folder)
  const { storage, people } = await read()
  expect(people.signUps).toBe(1)
  expect(storage).toMatchObject({ pictures: 4000, videos: 0, uploads: 0, at: expect.any(String) })
  expect(storage.database).toBeGreaterThan(0)
  expect(storage.free).toBeGreaterThan(0)
})

test('the demo goes by a job with everything it published, and never takes the last admin along', async () => {
  const { testApp, admin, read } = await openSite()
  const marta = await testApp.user('Marta', 'Teacher')
  const root = await testApp.user('Demo admin', 'Student', { isAdmin: true })
  await insertPlaylist(testApp, { teacher: marta, status: 'approved' })
  const kept = await testApp.user('Kim', 'Teacher')
  await insertPlaylist(testApp, { teacher: kept, status: 'approved' })
  await testApp.db.updateTable('users').set({ is_demo: 1 }).where('id', 'in', [marta.id, root.id]).execute()
  expect((await read()).demo).toEqual({ accounts: 2, playlists: 1, isLeaving: false })
  await testApp.db.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.id).execute()
  const refused = await root.request('DELETE', '/api/admin/demo')
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Make an account of your own an admin first: the demo admin goes, too.',
  ])
  await testApp.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.id).execute()
  expect((await admin.request('DELETE', '/api/admin/demo')).statusCode).toBe(202)
  expect((await read()).demo.isLeaving).toBe(true)
  await testApp.context.jobs.runDue()
  const left = await read()
  expect(left.demo).toEqual({ accounts: 0, playlists: 0, isLeaving: false })
  expect(left.checklist).toContainEqual({ check: 'demo', done: true })
  expect((await admin.request('GET', '/api/playlists')).json().playlists).toHaveLength(1)
})
