import { expect, test } from 'vitest'
import {
  CHANGE_ADDRESS_MAIL,
  PASSWORD_CHANGED_MAIL,
  RESET_MAIL,
  VERIFY_MAIL,
} from '#server/features/mail/account-mails.ts'
import { addMail } from '#server/features/mail/add-mail.ts'
import { Upload } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { mailSettings, openMailServer, sendWaiting } from '#server/test-mail-server.ts'
import { openSchool, say } from '#server/test-notifications.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { addDailyMails } from './daily.ts'
import { writeSecurityNotice } from './notify-security.ts'

const DAY_S = 86_400
const TYPED = 'Win at casino dot example'

/** Makes every kind of mail to the teacher, whose name, course and questions are texts that somebody typed. */
async function mailsOfEveryKind({ isConfirmed }: { isConfirmed: boolean }) {
  const pass = stopClock()
  const server = await openMailServer()
  const { testApp, teacher, sam, courseId } = await openSchool({ environment: mailSettings(server) })
  const { db } = testApp
  const email_verified_at = isConfirmed ? new Date().toISOString() : null
  const typed = { username: TYPED, email_verified_at }
  await db.updateTable('users').set(typed).where('id', '=', teacher.id).execute()
  await db.updateTable('users').set({ username: TYPED }).where('id', '=', sam.id).execute()
  await db.updateTable('courses').set({ title: TYPED }).execute()
  await db.updateTable('playlists').set({ title: TYPED }).execute()
  const userId = teacher.id
  for (const kind of [VERIFY_MAIL, RESET_MAIL]) await addMail(db, { userId, kind, data: {} })
  const loginMethods = { passkeys: [TYPED], hasAuthenticator: true }
  await addMail(db, { userId, kind: PASSWORD_CHANGED_MAIL, data: { loginMethods } })
  await addMail(db, { userId, kind: CHANGE_ADDRESS_MAIL, data: {}, address: `casino@${teacher.id}.example` })
  await say(sam, { courseId, text: TYPED, question: true })
  await say(sam, { courseId, text: TYPED })
  const meta = { agent: TYPED, network: '192.0.2.0' }
  await writeSecurityNotice(db, { userId, event: 'login', meta })
  pass(DAY_S)
  await addDailyMails(db)
  await sendWaiting(testApp)
  return { testApp, teacher, mails: server.received.filter(({ to }) => to.includes(teacher.id)) }
}

const SUBJECTS = [
  'A login from an unknown network',
  'Choose a new password',
  'Confirm your email address',
  'Confirm your new email address',
  'News for you on Lectern',
  'News for you on Lectern',
  'Your password was changed',
]

test('no kind of mail to an unconfirmed address contains a text that a user typed', async () => {
  const { mails } = await mailsOfEveryKind({ isConfirmed: false })
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual(SUBJECTS)
  for (const { to, subject, text, html } of mails) {
    expect(`${to} ${subject} ${text} ${html}`).not.toMatch(/win|casino dot/i)
    expect(text).toMatch(/Hello,|Network/)
  }
})

test('mails to a confirmed address name its owner and say what is new', async () => {
  const { mails } = await mailsOfEveryKind({ isConfirmed: true })
  expect(mails).toHaveLength(7)
  for (const { to, text } of mails.filter(({ subject }) => subject !== 'Confirm your new email address')) {
    expect(to).toContain(TYPED)
    expect(text).toContain('Win')
  }
})

test.each([true, false])(
  'the former address is told the new one if it was confirmed: %s',
  async (isConfirmed) => {
    const server = await openMailServer()
    const { testApp, sam } = await openSchool({
      environment: { ...mailSettings(server), VERIFY_EMAIL: 'off' },
    })
    const email = await givePassword(testApp, sam)
    const email_verified_at = isConfirmed ? new Date().toISOString() : null
    await testApp.db.updateTable('users').set({ email_verified_at }).execute()
    const body = new Upload({ email: 'casino@example.org', oldPassword: PASSWORD })
    await sam.request('PUT', `/api/users/profile/${sam.id}`, body)
    await sendWaiting(testApp)
    const [mail] = server.received
    expect(mail).toMatchObject({ to: email, subject: 'Your address was changed' })
    expect(mail?.text.includes('casino@example.org')).toBe(isConfirmed)
  },
)
