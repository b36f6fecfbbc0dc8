import { expect, test } from 'vitest'
import { transaction } from '#server/data/database.ts'
import { nextMorning } from '#server/data/time-zones.ts'
import { stopClock } from '#server/test-clock.ts'
import {
  confirmAddresses,
  mailSettings,
  openMailServer,
  type ReceivedMail,
  sendWaiting,
} from '#server/test-mail-server.ts'
import { openSchool, say, setKind } from '#server/test-notifications.ts'
import { insertCourse } from '#server/test-publications.ts'
import { addDailyMails } from './daily.ts'
import { notify } from './notify.ts'

const DAY_S = 86_400

async function openMailingSchool() {
  const server = await openMailServer()
  const school = await openSchool({ environment: mailSettings(server) })
  const { testApp, teacher } = school
  await confirmAddresses(testApp)
  /** Sends what is due and returns all mails to the teacher. */
  const received = async (): Promise<ReceivedMail[]> => {
    await sendWaiting(testApp)
    return server.received.filter(({ to }) => to.includes(teacher.id))
  }
  return { ...school, received }
}

/** The one-click address of a mail. */
function oneClick(mail: ReceivedMail | undefined): string {
  const [, path = ''] =
    /<https:\/\/lectern\.example(\/api\/unsubscribe\?token=[^>\s]+)>/.exec(
      (mail?.header('list-unsubscribe') ?? '').replaceAll(/\r?\n\s+/g, ''),
    ) ?? []
  return path
}

test('a mail about a question is sent at once, with a link to it and the reason for the mail', async () => {
  const { sam, courseId, playlistId, received } = await openMailingSchool()
  const id = await say(sam, { courseId, text: 'Why does let fix it?', question: true })
  const [mail] = await received()
  expect(mail?.subject).toBe('Sam asked a question on Closures')
  expect(mail?.text).toContain('“Why does let fix it?”')
  expect(mail?.text).toContain(`https://lectern.example/watch-video/${playlistId}/${courseId}?comment=${id}`)
  expect(mail?.text).toContain('You get this email because someone asked a question on your course.')
  expect(mail?.header('list-unsubscribe-post')).toContain('List-Unsubscribe=One-Click')
})

test('no mail is sent about a comment that was deleted meanwhile', async () => {
  const { sam, courseId, received } = await openMailingSchool()
  const id = await say(sam, { courseId, question: true })
  await sam.request('DELETE', `/api/comments/${id}`)
  expect(await received()).toEqual([])
})

test('a suspended user gets no mail of a notification', async () => {
  const { testApp, sam, teacher, courseId, received } = await openMailingSchool()
  await say(sam, { courseId, question: true })
  const suspended_at = new Date().toISOString()
  await testApp.db.updateTable('users').set({ suspended_at }).where('id', '=', teacher.id).execute()
  expect(await received()).toEqual([])
})

test('one POST of a mail program unsubscribes from that kind, also the second time', async () => {
  const { testApp, teacher, sam, courseId, received } = await openMailingSchool()
  await say(sam, { courseId, question: true })
  const path = oneClick((await received())[0])
  for (const _ of [1, 2]) {
    const answer = await testApp.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().kinds).toEqual(['question'])
  }
  await say(sam, { courseId, question: true })
  expect(await received()).toHaveLength(1)
  const { settings } = (await teacher.request('GET', '/api/notifications/settings')).json()
  expect(settings).toContainEqual({ kind: 'question', app: true, mail: 'never' })
})

test('the token in the page works, and a token with a wrong signature is rejected', async () => {
  const { testApp, sam } = await openMailingSchool()
  const claim = JSON.stringify({ user: sam.id, kinds: ['reply', 'answer'] })
  const token = testApp.context.secrets.sign('unsubscribe', claim)
  const post = (body: object) => testApp.request('POST', '/api/unsubscribe', body)
  expect((await post({ token })).json()).toMatchObject({ kinds: ['reply', 'answer'] })
  expect((await post({ token: `${token}x` })).statusCode).toBe(400)
  expect((await post({})).statusCode).toBe(400)
})

test('the daily mail lists each unread notification once, at eight', async () => {
  const pass = stopClock()
  const { testApp, teacher, sam, ann, courseId, playlistId, received } = await openMailingSchool()
  await teacher.request('PUT', '/api/notifications/settings', { timeZone: 'Europe/Stockholm' })
  await say(sam, { courseId, text: 'The loop example made it click.' })
  pass()
  await say(ann, { courseId, text: 'At 5:00 I expected 0, 1, 2.' })
  await addDailyMails(testApp.db)
  expect(await received()).toEqual([])
  pass()
  const other = await insertCourse(testApp, { playlistId, title: 'Modules' })
  await say(sam, { courseId: other, text: 'Read at once.' })
  const { notifications } = (await teacher.request('GET', '/api/notifications')).json()
  await teacher.request('PUT', '/api/notifications/read', { upTo: notifications[0]._id, entry: true })
  pass(DAY_S)
  await addDailyMails(testApp.db)
  await addDailyMails(testApp.db)
  const mails = await received()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toBe('Your day on Lectern: 2 comments on your courses')
  expect(mails[0]?.text).toContain(
    '* 2 comments on Closures\nHow JavaScript Really Works\nSam: The loop example',
  )
  expect(mails[0]?.text).toContain('Read and answer all 2')
  expect(mails[0]?.text).toContain('at 08:00 in Europe/Stockholm')
  expect(mails[0]?.text).not.toContain('Read at once.')
  const answer = await testApp.request('POST', oneClick(mails[0]))
  expect(answer.json().kinds).toEqual(['comment'])
})

test('no notification is lost when two daily mails have the same date', async () => {
  const { testApp, sam, courseId, received } = await openMailingSchool()
  const now = Date.now() + 2 * DAY_S * 1000
  for (const text of ['Before the mail.', 'After the mail.']) {
    await say(sam, { courseId, text })
    await addDailyMails(testApp.db, { now })
  }
  const texts = (await received()).map(({ text }) => text).join()
  expect(texts).toContain('Before the mail.')
  expect(texts).toContain('After the mail.')
})

test('a user gets at most twenty immediate mails a day, and the rest in the daily mail', async () => {
  const pass = stopClock()
  const { testApp, teacher, sam, courseId, received } = await openMailingSchool()
  const ask = () =>
    transaction(testApp.db, (trx) => {
      const subject = { kind: 'course', id: courseId } as const
      return notify(trx, { kind: 'question', userIds: [teacher.id], actorId: sam.id, subject })
    })
  for (let n = 0; n < 22; n += 1) await ask()
  expect(await received()).toHaveLength(20)
  pass(DAY_S)
  await addDailyMails(testApp.db)
  const mails = await received()
  expect(mails).toHaveLength(21)
  expect(mails.at(-1)?.subject).toContain('2 questions on your courses')
  await ask()
  expect(await received()).toHaveLength(22)
})

test('security mails always come, are not counted and cannot be unsubscribed', async () => {
  const { testApp, teacher, received } = await openMailingSchool()
  for (let n = 0; n < 21; n += 1) {
    await notify(testApp.db, {
      kind: 'security',
      userIds: [teacher.id],
      subject: { kind: 'user', id: teacher.id },
      data: { event: 'login', device: 'Chrome on Windows', network: '188.250.0.1' },
    })
  }
  const mails = await received()
  expect(mails).toHaveLength(21)
  expect(mails[0]?.subject).toBe('A login from an unknown network: Chrome on Windows')
  expect(mails[0]?.header('list-unsubscribe')).toBe('')
})

test('a notification that is only for a mail is in no list', async () => {
  const { teacher, sam, courseId, received } = await openMailingSchool()
  await setKind(teacher, { kind: 'question', app: false, mail: 'now' })
  await say(sam, { courseId, question: true })
  expect(await received()).toHaveLength(1)
  const list = (await teacher.request('GET', '/api/notifications')).json()
  expect(list).toMatchObject({ notifications: [], unread: 0, total: 0 })
})

test('eight in the morning is local time, also when the clocks change', () => {
  const at = (zone: string, time: string) => new Date(nextMorning(zone, Date.parse(time))).toISOString()
  expect(at('Europe/Stockholm', '2026-11-24T06:59:00Z')).toBe('2026-11-24T07:00:00.000Z')
  expect(at('Europe/Stockholm', '2026-11-24T07:00:00Z')).toBe('2026-11-25T07:00:00.000Z')
  expect(at('Europe/Stockholm', '2026-10-24T12:00:00Z')).toBe('2026-10-25T07:00:00.000Z')
  expect(at('America/New_York', '2026-03-07T20:00:00Z')).toBe('2026-03-08T12:00:00.000Z')
  expect(at('Asia/Kolkata', '2026-11-24T02:31:00Z')).toBe('2026-11-25T02:30:00.000Z')
  expect(at('Pacific/Kiritimati', '2026-11-24T12:00:00Z')).toBe('2026-11-24T18:00:00.000Z')
})

test('a mail about a reported playlist says so, and one about a submission says that it was reviewed', async () => {
  const { testApp, teacher, admin, playlistId, received } = await openMailingSchool()
  const subject = { kind: 'playlist', id: playlistId } as const
  for (const state of ['kept', 'approved']) {
    const notice = { kind: 'decision', actorId: admin.id, subject, data: { state } } as const
    await notify(testApp.db, { ...notice, userIds: [teacher.id] })
  }
  const reasons = (await received()).map(({ text }) => /because (.*)\./.exec(text)?.[1])
  expect(new Set(reasons)).toEqual(new Set(['it was reported', 'your work was reviewed']))
})
