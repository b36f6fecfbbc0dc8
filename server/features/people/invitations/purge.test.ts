import { expect, test } from 'vitest'
import { stopClock } from '#server/test-clock.ts'
import { invite, openSchool } from '#server/test-invitations.ts'
import { deleteEndedInvitations } from './invitations.queries.ts'
import { forgetOld } from './purge.ts'

const DAY = 86_400

test('invitations are deleted 90 days after they end, with their mails, and files after 7 days', async () => {
  const pass = stopClock()
  const { testApp, admin } = await openSchool({ environment: { MAIL_OUTBOX: 'true' } })
  const { db } = testApp
  await invite(admin, { kind: 'mail', emails: ['anna@school.example'], days: 10 })
  const [withdrawn] = await invite(admin, { kind: 'link', days: 90 })
  await invite(admin, { kind: 'link', days: 20 })
  await admin.request('DELETE', `/api/invitations/${withdrawn?._id}`)
  const created_at = new Date().toISOString()
  await db
    .insertInto('imports')
    .values({ id: withdrawn?._id ?? '', lines: '{}', state: 'done', created_at })
    .execute()
  const left = async () => [
    (await db.selectFrom('invitations').select('id').execute()).length,
    (await db.selectFrom('mails').select('id').where('invitation_id', 'is not', null).execute()).length,
    (await db.selectFrom('imports').select('id').execute()).length,
  ]
  pass(7 * DAY - 1)
  await forgetOld(db)
  expect(await left()).toEqual([3, 1, 1])
  pass(2)
  await forgetOld(db)
  expect(await left()).toEqual([3, 1, 0])
  pass(84 * DAY)
  await forgetOld(db)
  expect(await left()).toEqual([2, 1, 0])
  pass(10 * DAY)
  await forgetOld(db)
  expect(await left()).toEqual([1, 0, 0])
  expect(await deleteEndedInvitations(db, new Date().toISOString())).toBe(1)
})
