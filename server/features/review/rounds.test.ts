import { expect, test } from 'vitest'
import { openTestApp, type TestUser, Upload } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

const REASON = '019b76daa800000000000005'
const LONG =
  'Everything about closures, from the very first function to the last one, with examples. '.repeat(2)
const TITLES = ['One', 'Two', 'Three', 'Four', 'Five']

/** A draft of a playlist with five videos, its teacher and two admins. */
async function open() {
  const testApp = await openTestApp()
  const pass = stopClock()
  const ada = await testApp.user('Ada', 'Teacher')
  const iris = await testApp.user('Iris', 'Student', { isAdmin: true })
  const noah = await testApp.user('Noah', 'Student', { isAdmin: true })
  const playlistId = await insertPlaylist(testApp, {
    teacher: ada,
    title: 'Learn closures',
    status: 'pending',
  })
  const courseIds: string[] = []
  for (const title of TITLES)
    courseIds.push(await insertCourse(testApp, { playlistId, title, status: 'pending' }))
  await testApp.db.updateTable('courses').set({ status: 'draft' }).execute()
  await testApp.db.updateTable('playlists').set({ status: 'draft', description: LONG }).execute()
  await testApp.db.updateTable('images').set({ owner_id: ada.id }).execute()
  const submit = (body: object = {}) => ada.request('POST', `/api/playlists/${playlistId}/submit`, body)
  const desk = async () => (await iris.request('GET', '/api/review?group=rounds')).json()
  const read = async (id: string, user: TestUser = iris) =>
    (await user.request('GET', `/api/review/rounds/${id}`)).json()
  const decide = (user: TestUser, id: string, body: object) =>
    user.request('POST', `/api/review/rounds/${id}/decide`, body)
  const newest = async (): Promise<string> => (await desk()).items[0]._id
  return { testApp, pass, ada, iris, noah, playlistId, courseIds, submit, desk, read, decide, newest }
}

interface Named {
  _id: string
  subject: { title: string; _id: string }
}

const titlesOf = (videos: Named[]) => videos.map(({ subject }) => subject.title)
const videoCalled = ({ videos }: { videos: Named[] }, title: string) =>
  videos.find(({ subject }) => subject.title === title)?._id ?? ''

test('a submission is one round with a message, and later drafts join it', async () => {
  const { courseIds, submit, desk, read, playlistId } = await open()
  expect((await submit({ courses: courseIds.slice(0, 2), message: 'The first two.' })).statusCode).toBe(200)
  const first = await desk()
  expect(first).toMatchObject({ total: 1, counts: { waiting: 1 }, summary: { waiting: 1 } })
  const [round] = first.items
  expect(round).toMatchObject({
    playlist: { _id: playlistId, title: 'Learn closures' },
    teacher: { username: 'Ada' },
    number: 1,
    message: 'The first two.',
    videos: 2,
    version: { kind: 'new', submission: 1 },
    claim: null,
  })
  expect((await submit({ message: 'The rest.' })).statusCode).toBe(200)
  expect((await desk()).items).toMatchObject([
    { _id: round._id, videos: 5, message: 'The first two.\n\nThe rest.' },
  ])
  const whole = await read(round._id)
  expect(whole.playlist.subject.title).toBe('Learn closures')
  expect(titlesOf(whole.videos)).toEqual(TITLES)
})

test('a course of another playlist is not submitted with this one', async () => {
  const { testApp, ada, submit } = await open()
  const other = await insertPlaylist(testApp, { teacher: ada, title: 'Another one', status: 'pending' })
  const course = await insertCourse(testApp, { playlistId: other, title: 'Else', status: 'pending' })
  expect((await submit({ courses: [course] })).statusCode).toBe(404)
})

test('a claim belongs to the round, and older clients see it on its items', async () => {
  const { iris, noah, submit, desk, newest } = await open()
  await submit()
  const id = await newest()
  const claim = (user: TestUser, body = {}) => user.request('POST', `/api/review/rounds/${id}/claim`, body)
  expect((await claim(iris)).json()).toMatchObject({ claim: { admin: { username: 'Iris' } } })
  expect((await claim(noah)).json().message).toBe('Iris is reviewing this.')
  const items = (await noah.request('GET', '/api/review')).json().items
  expect(items.map((item: { claim: { admin: { username: string } } }) => item.claim.admin.username)).toEqual(
    Array.from({ length: 6 }, () => 'Iris'),
  )
  expect((await claim(noah, { takeOver: true })).statusCode).toBe(200)
  expect((await desk()).items[0].claim.admin.username).toBe('Noah')
})

test('changes with two notes return the other videos; the next round shows notes, answers and differences', async () => {
  const { testApp, pass, ada, iris, noah, playlistId, courseIds, submit, desk, read, decide, newest } =
    await open()
  await submit({ message: 'My first course.' })
  const first = await newest()
  const seen = await read(first)
  const two = videoCalled(seen, 'Two')
  const notes = [
    { revisionId: two, atSeconds: 192, text: 'The slide cannot be read.' },
    { revisionId: seen.playlist._id, field: 'description', text: 'Say for whom it is.' },
  ]
  const decision = { state: 'changes', reasons: [REASON], message: 'Almost there.', notes }
  expect((await decide(iris, first, decision)).statusCode).toBe(200)
  expect((await decide(noah, first, { state: 'approved' })).json()).toMatchObject({
    code: 'conflict',
    message: 'Iris has already decided this: changes requested.',
  })
  expect((await desk()).total).toBe(0)
  const rows = await testApp.db.selectFrom('courses').select(['title', 'status']).orderBy('id').execute()
  expect(rows.map(({ title, status }) => `${title} ${status}`)).toEqual([
    'One draft',
    'Two cancel',
    'Three draft',
    'Four draft',
    'Five draft',
  ])

  // The teacher answers one note and does what the other says.
  const { notes: sent } = (
    await ada.request('GET', `/api/playlists/${playlistId}/decisions?course=${courseIds[1]}`)
  ).json().items[0]
  const history = (await ada.request('GET', `/api/playlists/${playlistId}/decisions`)).json().items
  const ofPlaylist = history.find(({ subject }: Named) => subject._id === playlistId).notes[0]
  expect((await submit({ courses: courseIds })).json().message).toBe('Answer every note or mark it as done.')
  const write = (user: TestUser, id: string, text: string) =>
    user.request('POST', `/api/review/notes/${id}/messages`, { text })
  expect((await write(ada, sent[0]._id, 'It is my handwriting.')).statusCode).toBe(201)
  expect((await write(iris, sent[0]._id, 'Please type it.')).json().message.author.username).toBe('Iris')
  await ada.request('PUT', `/api/review/notes/${ofPlaylist._id}`, { done: true })
  await ada.request(
    'PUT',
    `/api/playlists/${playlistId}`,
    new Upload({ description: `${LONG} For everybody.` }),
  )
  pass()
  expect((await submit({ courses: courseIds, message: 'Now?' })).statusCode).toBe(200)

  const second = await newest()
  expect((await desk()).items).toMatchObject([
    { number: 2, message: 'Now?', videos: 5, version: { kind: 'new', submission: 2 } },
  ])
  const next = await read(second, noah)
  expect(next.playlist.formerly).toMatchObject({
    round: 1,
    changes: ['description'],
    content: { description: LONG },
  })
  expect(next.videos.map(({ formerly }: { formerly: { changes: string[] } }) => formerly.changes)).toEqual(
    TITLES.map(() => []),
  )
  expect(next.rounds).toMatchObject([
    {
      number: 1,
      message: 'My first course.',
      state: 'changes',
      decision: { message: 'Almost there.', admin: { username: 'Iris' } },
    },
  ])
  const [former] = next.rounds
  expect(former.notes).toHaveLength(2)
  const asked = former.notes.find(({ subject }: Named) => subject.title === 'Two')
  expect(asked).toMatchObject({
    answer: 'It is my handwriting.',
    messages: [
      { text: 'It is my handwriting.', author: { username: 'Ada' } },
      { text: 'Please type it.', author: { username: 'Iris' } },
    ],
  })

  // Another admin asks one again: its conversation goes on, and approves the rest.
  const again = {
    revisionId: videoCalled(next, 'Two'),
    atSeconds: 192,
    text: 'Still?',
    carriedFrom: asked._id,
  }
  const mixed = {
    state: 'approved',
    message: 'Only the slide is left.',
    notes: [again],
    videos: [{ revisionId: videoCalled(next, 'Two'), state: 'changes' }],
  }
  expect((await decide(noah, second, mixed)).statusCode).toBe(200)
  expect((await write(ada, asked._id, 'Too late.')).json().message).toBe(
    'This conversation has ended. Write in the newest round.',
  )
  const [carried] = (
    await ada.request('GET', `/api/playlists/${playlistId}/decisions?course=${courseIds[1]}`)
  ).json().items[0].notes
  expect(carried).toMatchObject({ text: 'Still?', answer: null, carriedFrom: asked._id })
  expect(carried.messages).toHaveLength(2)
  await write(ada, carried._id, 'Typed now.')
  pass()
  expect((await submit({ courses: courseIds })).statusCode).toBe(200)
  const third = await read(await newest())
  expect(titlesOf(third.videos)).toEqual(['Two'])
  expect(third).toMatchObject({ number: 3, playlist: null })
  expect(third.rounds.map(({ number }: { number: number }) => number)).toEqual([2, 1])
  expect((await decide(iris, third._id, { state: 'approved', seen: [third.videos[0]._id] })).statusCode).toBe(
    200,
  )
  expect(
    (await testApp.db.selectFrom('courses').select('status').execute()).map(({ status }) => status),
  ).toEqual(TITLES.map(() => 'approved'))
})

test('what joined after the admin looked is not decided unseen', async () => {
  const { iris, courseIds, submit, read, decide, newest } = await open()
  await submit({ courses: courseIds.slice(0, 1) })
  const id = await newest()
  const { playlist, videos } = await read(id)
  await submit()
  const seen = [playlist._id, ...videos.map(({ _id }: Named) => _id)]
  const late = await decide(iris, id, { state: 'approved', seen })
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    'The teacher has changed this since you opened it. Review the new version.',
  ])
})

test('notes, revisions and conversations of another playlist are not found', async () => {
  const { testApp, ada, iris, submit, decide, newest, read } = await open()
  await submit()
  const id = await newest()
  const own = await read(id)
  const other = await insertPlaylist(testApp, { teacher: ada, title: 'Another one', status: 'pending' })
  const foreign = await insertCourse(testApp, { playlistId: other, title: 'Else', status: 'pending' })
  await ada.request('PUT', `/api/courses/${other}/${foreign}`, new Upload({ videoTitle: 'Elsewhere' }))
  const items = (await iris.request('GET', `/api/review?playlist=${other}`)).json().items
  const revisionId = items[0]._id
  const words = { state: 'changes', message: 'Well.' }
  const noteId = (
    await iris.request('POST', `/api/review/${revisionId}/notes`, { field: 'title', text: 'Short.' })
  ).json().note._id
  for (const body of [
    { ...words, videos: [{ revisionId, state: 'rejected' }] },
    { ...words, notes: [{ revisionId, field: 'title', text: 'No.' }] },
    { ...words, notes: [{ revisionId: own.playlist._id, field: 'title', text: 'No.', carriedFrom: noteId }] },
  ])
    expect((await decide(iris, id, body)).statusCode).toBe(404)
})

test('an approval leaves what is being prepared in the round, and names it when it is meant', async () => {
  const { testApp, ada, iris, courseIds, submit, read, decide, newest } = await open()
  const [preparing = '', failed = ''] = courseIds
  const video = (id: string) => ({
    id,
    owner_id: ada.id,
    state: 'working' as const,
    bytes: 1,
    created_at: new Date().toISOString(),
  })
  const [working, broken] = ['w'.repeat(24), 'f'.repeat(24)]
  await testApp.db
    .insertInto('videos')
    .values([video(working), video(broken)])
    .execute()
  for (const [id, key] of [
    [preparing, working],
    [failed, broken],
  ] as const)
    await testApp.db
      .updateTable('courses')
      .set({ source: 'upload', source_key: key, video_id: '' })
      .where('id', '=', id)
      .execute()
  await submit()
  await testApp.db.updateTable('videos').set({ state: 'failed' }).where('id', '=', broken).execute()
  const id = await newest()
  const before = await read(id)
  const named = await decide(iris, id, {
    state: 'approved',
    videos: [{ revisionId: videoCalled(before, 'One'), state: 'approved' }],
  })
  expect([named.statusCode, named.json().message]).toEqual([
    409,
    '“One” could not be approved: The video is still being prepared.',
  ])
  expect((await decide(iris, id, { state: 'approved' })).statusCode).toBe(200)
  const after = await read(id)
  expect(titlesOf(after.videos)).toEqual(['One'])
  expect(after).toMatchObject({ decidedAt: null, playlist: null })
  const rows = await testApp.db.selectFrom('courses').select('status').orderBy('id').execute()
  expect(rows.map(({ status }) => status)).toEqual(['pending', 'draft', 'approved', 'approved', 'approved'])
})
