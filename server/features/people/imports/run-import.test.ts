import { expect, test } from 'vitest'
import type { Import } from '#contract/people/imports.ts'
import { type TestUser, Upload } from '#server/test-app.ts'
import { openSchool } from '#server/test-invitations.ts'
import { sendWaiting } from '#server/test-mail-server.ts'

async function startMany({ request }: TestUser, count: number): Promise<Import> {
  const lines = Array.from({ length: count }, (_, n) => `Pupil ${n},p${n}@school.example,Class 7b\n`)
  const bytes = Buffer.from(`name,email,groups\n${lines.join('')}`)
  const file = await request('POST', '/api/imports', new Upload({}, { field: 'file', bytes, name: 'a.csv' }))
  await request('POST', `/api/imports/${file.json()._id}/start`, {})
  return file.json()
}

test('people are invited 100 at a time, and the admin hears how far it is', async () => {
  const { testApp, admin } = await openSchool()
  const done: number[] = []
  testApp.context.events.watchUser(admin.id, ({ event }) => {
    if (event.type === 'user' && event.event.type === 'import') done.push(event.event.done)
  })
  await startMany(admin, 250)
  await sendWaiting(testApp)
  expect(done).toEqual([100, 200, 250])
})

test('after a crash in the middle another process goes on, and nobody is invited twice', async () => {
  const { testApp, admin } = await openSchool({ environment: { MAIL_OUTBOX: 'true' } })
  const { db } = testApp
  const { _id } = await startMany(admin, 250)
  // What a process leaves behind that was killed after its first step: the lease of the job has ended by now.
  const { events } = testApp.context
  let steps = 0
  const { publish } = events
  events.publish = (event) => {
    publish(event)
    if (event.type !== 'user' || event.event.type !== 'import') return
    steps += 1
    if (steps === 1) throw new Error('killed')
  }
  await sendWaiting(testApp)
  events.publish = publish
  const halfway = await db
    .selectFrom('imports')
    .select(['state', 'done_count'])
    .where('id', '=', _id)
    .execute()
  expect(halfway).toEqual([{ state: 'running', done_count: 100 }])
  await db
    .updateTable('jobs')
    .set({ run_at: new Date(0).toISOString() })
    .execute()
  await sendWaiting(testApp)
  const invitations = await db.selectFrom('invitations').select(['email_key', 'import_id']).execute()
  expect(invitations).toHaveLength(250)
  expect(new Set(invitations.map(({ email_key }) => email_key)).size).toBe(250)
  expect(await db.selectFrom('mails').select('id').execute()).toHaveLength(250)
  expect(await db.selectFrom('imports').select(['state', 'done_count']).execute()).toEqual([
    { state: 'done', done_count: 250 },
  ])
})

test('what has changed since the check counts', async () => {
  const { testApp, admin, groupId } = await openSchool()
  const file = await startMany(admin, 2)
  const kim = await testApp.user('Kim')
  await testApp.db
    .updateTable('users')
    .set({ email: 'p0@school.example', email_key: 'p0@school.example' })
    .where('id', '=', kim.id)
    .execute()
  await testApp.db.deleteFrom('groups').where('id', '=', groupId).execute()
  await sendWaiting(testApp)
  const { invitations } = (await admin.request('GET', '/api/invitations')).json()
  expect(invitations).toMatchObject([{ email: 'p1@school.example', groups: [] }])
  expect((await admin.request('GET', `/api/imports/${file._id}`)).json()).toMatchObject({
    state: 'done',
    done: 2,
  })
})

test('an import goes on without mail when the account of its admin is deleted', async () => {
  const { testApp, admin } = await openSchool({ environment: { MAIL_OUTBOX: 'true' } })
  await startMany(admin, 3)
  await testApp.db.deleteFrom('users').where('id', '=', admin.id).execute()
  await sendWaiting(testApp)
  expect(await testApp.db.selectFrom('invitations').select('created_by').execute()).toEqual(
    Array.from({ length: 3 }, () => ({ created_by: null })),
  )
  expect(await testApp.db.selectFrom('mails').select('id').execute()).toEqual([])
})
