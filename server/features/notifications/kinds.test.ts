import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SubjectKind } from '#contract/notifications/notification-fields.ts'
import {
  KINDS,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '#contract/notifications/notification-kinds.ts'
import { detailOf, plainText, sentenceOf } from '#contract/notifications/notification-texts.ts'
import { transaction } from '#server/data/database.ts'
import { stopClock } from '#server/test-clock.ts'
import { confirmAddresses, mailSettings, openMailServer, sendWaiting } from '#server/test-mail-server.ts'
import { notificationsOf, openSchool, setKind } from '#server/test-notifications.ts'
import { insertRevision, insertRoundOf } from '#server/test-revisions.ts'
import { addDailyMails } from './daily.ts'
import { notify } from './notify.ts'

const DAY_S = 86_400
const TABLE = 'contract/notifications/notification-kinds.ts'

/** Notifies an admin who teaches, and can therefore get every kind, of a course with a waiting revision. */
async function openNotified() {
  const pass = stopClock()
  const server = await openMailServer()
  const { testApp, sam, playlistId, courseId } = await openSchool({ environment: mailSettings(server) })
  const mia = await testApp.user('Mia', 'Teacher', { isAdmin: true })
  await insertRevision(testApp, { kind: 'course', id: courseId, state: 'submitted' })
  await insertRoundOf(testApp, playlistId)
  await confirmAddresses(testApp)
  const received = async () => {
    const before = server.received.length
    await sendWaiting(testApp)
    return server.received.slice(before).filter(({ to }) => to.includes(mia.id))
  }
  const notifyOf = (kind: NotificationKind) =>
    transaction(testApp.db, (trx) =>
      notify(trx, { kind, userIds: [mia.id], actorId: sam.id, subject: { kind: 'course', id: courseId } }),
    )
  return { testApp, mia, pass, received, notifyOf }
}

test.for(NOTIFICATION_KINDS)('a notification of the kind %s is listed and mailed', async (kind) => {
  const { testApp, mia, pass, received, notifyOf } = await openNotified()
  const { setting, mail: words } = KINDS[kind]
  if (!setting.always) await setKind(mia, { kind, app: true, mail: 'now' })
  await notifyOf(kind)
  const { notifications } = await notificationsOf(mia)
  expect(notifications).toMatchObject([{ kind, gone: false, link: expect.stringMatching(/^\//) }])
  const [mail] = await received()
  for (const entry of notifications) {
    const sentence = plainText(sentenceOf(entry))
    expect(`${mail?.subject}.`).toBe(sentence)
    expect(mail?.text).toContain(detailOf(entry) ?? sentence)
    expect(mail?.text).toContain(`${words.button}: https://lectern.example${entry.link}`)
  }
  if (setting.always) return
  await setKind(mia, { kind, app: true, mail: 'daily' })
  await notifyOf(kind)
  pass(DAY_S)
  await addDailyMails(testApp.db)
  const [daily] = await received()
  expect(daily?.subject).toBe(`Your day on Lectern: ${words.summary(1)}`)
})

/** Words of other things, too: a scan cannot tell them apart. */
const AMBIGUOUS: readonly string[] = [...SubjectKind.options, 'decision', 'question', 'security']

test('besides the table of kinds, only callers of notify name a kind', () => {
  const names = NOTIFICATION_KINDS.filter((kind) => !AMBIGUOUS.includes(kind))
  const quoted = new RegExp(`'(${names.join('|')})'`)
  const sides = ['contract', 'server', 'web'].map((side) => `${side}/features/notifications/*.{ts,tsx}`)
  const files = globSync([...sides, 'contract/notifications/*.ts', 'web/screens/account/*.tsx'])
  const others = files
    .filter((file) => file !== TABLE && !file.includes('.test.'))
    .filter((file) => quoted.test(readFileSync(file, 'utf8')))
  expect(others.toSorted()).toEqual([
    'server/features/notifications/notifications.events.ts',
    'server/features/notifications/problems.ts',
    'server/features/notifications/publishing.queries.ts',
    'server/features/notifications/publishing.ts',
    'web/features/notifications/rows.ts',
  ])
})
