import { expect, test } from 'vitest'
import { openTestApp, type TestUser } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { confirmAddresses, mailSettings, openMailServer, sendWaiting } from '#server/test-mail-server.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { insertRevision } from '#server/test-revisions.ts'
import { addDailyMails } from './daily.ts'

const DAY_S = 86_400

/** Ada's two drafts in a pending playlist, and two admins. The first one teaches, too. */
async function open() {
  const pass = stopClock()
  const server = await openMailServer()
  const testApp = await openTestApp({ environment: mailSettings(server) })
  const teacher = await testApp.user('Ada', 'Teacher')
  const mia = await testApp.user('Mia', 'Teacher', { isAdmin: true })
  const noah = await testApp.user('Noah', 'Student', { isAdmin: true })
  await confirmAddresses(testApp)
  const playlistOf = async (owner: TestUser) => {
    const playlistId = await insertPlaylist(testApp, { teacher: owner })
    const courseId = await insertCourse(testApp, { playlistId, status: 'pending' })
    await insertRevision(testApp, { kind: 'course', id: courseId, state: 'draft' })
    return { submit: () => owner.request('POST', `/api/courses/${courseId}/submit`) }
  }
  /** The subjects of the daily mails of the next day, by the name of the admin. */
  const mailed = async () => {
    const before = server.received.length
    pass(DAY_S)
    await addDailyMails(testApp.db)
    await sendWaiting(testApp)
    const mails = server.received.slice(before)
    return Object.fromEntries(
      [mia, noah].map(({ id, username }) => [username, mails.find(({ to }) => to.includes(id))?.subject]),
    )
  }
  const waiting = async (): Promise<number> =>
    (await noah.request('GET', '/api/review')).json().summary.waiting
  const revision = async () => (await noah.request('GET', '/api/review')).json().items[0]._id
  return { testApp, teacher, mia, noah, playlistOf, mailed, waiting, revision }
}

test('the daily mails of all admins count what the review desk counts', async () => {
  const { teacher, mia, noah, playlistOf, mailed, waiting, revision } = await open()
  const [first, second, own] = [await playlistOf(teacher), await playlistOf(teacher), await playlistOf(mia)]
  await first.submit()
  await noah.request('POST', `/api/review/${await revision()}/decide`, { state: 'approved' })
  await second.submit()
  await own.submit()
  expect(await waiting()).toBe(2)
  const text = 'Your day on Lectern: 2 submissions to review'
  expect(await mailed()).toEqual({ Mia: text, Noah: text })
})

test('nothing is mailed about work that is decided by then', async () => {
  const { teacher, noah, playlistOf, mailed, revision } = await open()
  await playlistOf(teacher).then(({ submit }) => submit())
  await noah.request('POST', `/api/review/${await revision()}/decide`, { state: 'approved' })
  expect(await mailed()).toEqual({ Mia: undefined, Noah: undefined })
})
