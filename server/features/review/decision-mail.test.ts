import { expect, test } from 'vitest'
import { transaction } from '#server/data/database.ts'
import { emit } from '#server/events.ts'
import { addMissingRevisions } from '#server/features/catalog/versions/first-revisions.queries.ts'
import { openTestApp, type TestUser } from '#server/test-app.ts'
import { confirmAddresses, mailSettings, openMailServer, sendWaiting } from '#server/test-mail-server.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

const REASON = '019b76daa800000000000005'

/** A playlist with three videos that wait in one round. */
async function open() {
  const server = await openMailServer()
  const testApp = await openTestApp({ environment: mailSettings(server) })
  const ada = await testApp.user('Ada', 'Teacher')
  const anna = await testApp.user('Anna', 'Student', { isAdmin: true })
  const playlistId = await insertPlaylist(testApp, {
    teacher: ada,
    title: 'Learn closures',
    status: 'pending',
  })
  for (const title of ['Closures', 'Modules', 'Classes'])
    await insertCourse(testApp, { playlistId, title, status: 'pending' })
  await addMissingRevisions(testApp.db)
  await confirmAddresses(testApp)
  const [{ _id: roundId }] = (await anna.request('GET', '/api/review?group=rounds')).json().items
  const round = (await anna.request('GET', `/api/review/rounds/${roundId}`)).json()
  const decide = (body: object) => anna.request('POST', `/api/review/rounds/${roundId}/decide`, body)
  const mailTo = async ({ id }: TestUser) => {
    await sendWaiting(testApp)
    return server.received.findLast(({ to }) => to.includes(id))
  }
  return { testApp, ada, anna, playlistId, round, decide, mailTo }
}

test('the mail about requested changes says the reasons, the message and each note with its place', async () => {
  const { ada, playlistId, round, decide, mailTo } = await open()
  const [closures] = round.videos
  const notes = [
    { revisionId: closures._id, atSeconds: 192, text: 'The slide cannot be read.' },
    { revisionId: round.playlist._id, field: 'description', text: 'Say for whom it is.' },
  ]
  await decide({ state: 'changes', reasons: [REASON], message: 'Almost there.', notes })
  const mail = await mailTo(ada)
  expect(mail?.subject).toBe('Changes requested: “Learn closures”')
  for (const words of [
    'Anna asks for changes to the playlist and 1 of its 3 videos.',
    'Description too short.',
    'Anna writes:',
    'Almost there.',
    '“Closures”, at 3:12: The slide cannot be read.',
    'The playlist, description: Say for whom it is.',
    `Open the notes: https://lectern.example/teacher-dashboard/build/${playlistId}`,
  ])
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(words)
})

test('the mail about an approval says what is public', async () => {
  const { ada, decide, mailTo } = await open()
  await decide({ state: 'approved' })
  const mail = await mailTo(ada)
  expect(mail?.subject).toBe('Approved: “Learn closures”')
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('“Learn closures” and 3 videos are public.')
})

test('an answer to a note reaches the admin who wrote it, and a reply the teacher', async () => {
  const { ada, anna, round, decide, mailTo } = await open()
  const notes = [{ revisionId: round.playlist._id, field: 'title', text: 'Longer.' }]
  await decide({ state: 'changes', message: 'Almost there.', notes })
  const [former] = (await ada.request('GET', `/api/review/rounds/${round._id}`)).json().playlist.notes
  const write = (user: TestUser, text: string) =>
    user.request('POST', `/api/review/notes/${former._id}/messages`, { text })
  await write(ada, 'Why?')
  expect((await mailTo(anna))?.subject).toBe('Ada replied to a review note on Learn closures')
  await write(anna, 'It says nothing yet.')
  expect((await mailTo(ada))?.subject).toBe('Anna replied to a review note on Learn closures')
})

test('a file that could not be prepared leaves the round, which goes on without it', async () => {
  const { testApp, ada, anna, round } = await open()
  const videoId = 'f'.repeat(24)
  const [closures] = round.videos
  const content = JSON.stringify({
    ...JSON.parse(await contentOf()),
    video: { source: 'upload', key: videoId },
  })
  async function contentOf() {
    const row = await testApp.db
      .selectFrom('revisions')
      .select('content')
      .where('id', '=', closures._id)
      .executeTakeFirstOrThrow()
    return row.content
  }
  await testApp.db.updateTable('revisions').set({ content }).where('id', '=', closures._id).execute()
  await transaction(testApp.db, (trx) =>
    emit(trx, 'video.failed', { videoId, ownerId: ada.id, fault: 'It is broken.', context: testApp.context }),
  )
  const after = (await anna.request('GET', `/api/review/rounds/${round._id}`)).json()
  expect(after.videos).toHaveLength(2)
  const [entry] = (
    await ada.request('GET', `/api/playlists/${round.subject._id}/decisions?course=${closures.subject._id}`)
  ).json().items
  expect(entry).toMatchObject({
    state: 'withdrawn',
    decisions: [{ to: 'withdrawn', message: 'The file could not be prepared.', admin: null }],
  })
})
