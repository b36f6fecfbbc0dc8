import { expect, test } from 'vitest'
import { VISIBILITIES, type Visibility } from '#contract/catalog/visibility.ts'
import { type LeakSite, openLeakSite, type Reader, sees } from './test-leak-site.ts'
import { confirmAddresses, mailSettings, openMailServer, sendWaiting } from './test-mail-server.ts'
import { announceAll, notificationsOf, say } from './test-notifications.ts'
import { insertCourse } from './test-publications.ts'

/** Everybody who follows each playlist, has saved it and commented there, as the site was once public. */
const followersOf = ({ readers }: LeakSite) =>
  readers.flatMap(({ name, user, owns }) => (user && !owns ? [{ reader: { name, user, owns }, user }] : []))

/** Each playlist gets a new video, and its teacher replies to every comment. */
async function publishAndReply(site: LeakSite): Promise<void> {
  const { testApp, playlists, readers } = site
  const admin = readers.find(({ name }) => name === 'admin')?.user
  for (const of of VISIBILITIES) {
    const { ids, users } = playlists[of]
    const { playlistId = '', courseId = '' } = ids
    const title = `More about ${site.wordOf(of)}`
    const added = await insertCourse(testApp, { playlistId, title, status: 'pending' })
    const approved = await admin?.request('POST', `/api/courses/approve-course/${added}`, {
      isCourseApproved: 'approved',
    })
    expect(approved?.statusCode).toBe(200)
    const comments = await testApp.db
      .selectFrom('comments')
      .select('id')
      .where('course_id', '=', courseId)
      .where('text', '=', 'Mine.')
      .execute()
    for (const { id: parentId } of comments)
      await say(users.owner, { courseId, parentId, text: `Read ${site.wordOf(of)}.` })
  }
  await sendWaiting(testApp)
}

/** Mails at once about what others get once a day. */
async function mailAtOnce({ testApp }: LeakSite, users: { id: string }[]): Promise<void> {
  for (const { id: user_id } of users)
    for (const kind of ['video_followed', 'video_saved', 'playlist_new'] as const)
      await testApp.db
        .insertInto('notification_settings')
        .values({ user_id, kind, app: 1, mail: 'now' })
        .execute()
}

const ofAll = (shows: (of: Visibility) => boolean) => VISIBILITIES.filter(shows)

test('notifications and mails tell of a playlist only those who may see it', {
  timeout: 120_000,
}, async () => {
  const server = await openMailServer()
  const site = await openLeakSite(mailSettings(server))
  const { testApp, shownIn } = site
  await confirmAddresses(testApp)
  await announceAll(testApp)
  const followers = followersOf(site)
  await mailAtOnce(
    site,
    followers.map(({ user }) => user),
  )
  await publishAndReply(site)
  const seen = (reader: Reader) => ofAll((of) => sees(reader, of))
  for (const { reader, user } of followers) {
    const mails = server.received.filter(({ to }) => to.includes(user.id))
    const sent = mails.map(({ subject, text, html }) => `${subject} ${text} ${html}`).join('\n')
    expect(shownIn(sent), `mails of ${reader.name}`).toEqual(seen(reader))
    const list = JSON.stringify(await notificationsOf(user, '?limit=200'))
    expect(shownIn(list, 'words'), `notifications of ${reader.name}`).toEqual(seen(reader))
    const rows = await testApp.db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', user.id)
      .where('kind', 'in', ['video_followed', 'video_saved'])
      .execute()
    // An unlisted playlist announces nothing.
    const announced = seen(reader).filter((of) => of !== 'unlisted')
    expect(rows.length, `new videos of ${reader.name}`).toBe(announced.length)
  }
})

test('a mail that waits is not sent to somebody who has lost access meanwhile', async () => {
  const server = await openMailServer()
  const site = await openLeakSite(mailSettings(server))
  const { testApp, playlists, shownIn } = site
  await confirmAddresses(testApp)
  const member = site.readers.find(({ name }) => name === 'member')?.user
  const { ids, users } = playlists.groups
  const { courseId = '' } = ids
  const mine = await testApp.db
    .selectFrom('comments')
    .select('id')
    .where('course_id', '=', courseId)
    .where('user_id', '=', member?.id ?? '')
    .executeTakeFirstOrThrow()
  await say(users.owner, { courseId, parentId: mine.id, text: `Read ${site.wordOf('groups')}.` })
  await testApp.db.deleteFrom('group_members').execute()
  await sendWaiting(testApp)
  const sent = server.received.filter(({ to }) => to.includes(member?.id ?? ''))
  expect(shownIn(JSON.stringify(sent))).toEqual([])
})
