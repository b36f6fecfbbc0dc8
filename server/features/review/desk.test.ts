import { expect, test } from 'vitest'
import { hashPassword } from '#server/auth/passwords.ts'
import { addMissingRevisions } from '#server/features/catalog/versions/first-revisions.queries.ts'
import { openTestApp, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { PASSWORD } from '#server/test-passwords.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

/** A pending playlist with three pending videos, each submitted a minute after the one before. */
async function desk(environment: Record<string, string> = {}) {
  const testApp = await openTestApp({ environment })
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const later = stopClock()
  const playlistId = await insertPlaylist(testApp, { teacher, status: 'pending', title: 'Learn closures' })
  const courseIds: string[] = []
  for (const title of ['One', 'Two', 'Three']) {
    later()
    courseIds.push(await insertCourse(testApp, { playlistId, title, status: 'pending' }))
  }
  await addMissingRevisions(testApp.db)
  const get = async (path: string, user = admin) => (await user.request('GET', path)).json()
  const post = (path: string, body: object = {}, user = admin) =>
    user.request('POST', `/api/review${path}`, body)
  const waiting = async (query = ''): Promise<{ _id: string; subject: { _id: string; title: string } }[]> =>
    (await get(`/api/review${query}`)).items
  return { testApp, teacher, admin, playlistId, courseIds, get, post, waiting, later }
}

const REASON = '019b76daa800000000000005'

test('the queue lists what waits, oldest first, in pages, by filter, with counts', async () => {
  const { testApp, admin, teacher, playlistId, get, waiting } = await desk()
  const first = await get('/api/review?limit=3')
  expect(first).toMatchObject({
    total: 4,
    counts: { waiting: 4, submitted: 4, in_review: 0, changes: 0, rejected: 0 },
    summary: { waiting: 4, medianHours: null, unavailableVideos: 0 },
    items: [
      {
        subject: { kind: 'playlist', title: 'Learn closures', _id: playlistId },
        teacher: { username: 'Ada' },
        category: 'development',
        version: { kind: 'new', submission: 1 },
        claim: null,
      },
      { subject: { kind: 'course', title: 'One' }, video: { source: 'youtube', key: 'dQw4w9WgXcQ' } },
      { subject: { title: 'Two' } },
    ],
  })
  expect(first.reasons).toHaveLength(8)
  const rest = await get(`/api/review?limit=3&cursor=${first.nextCursor}`)
  expect(rest.items).toMatchObject([{ subject: { title: 'Three' } }])
  expect(rest.nextCursor).toBeNull()
  const titles = async (query: string) => (await waiting(query)).map(({ subject }) => subject.title)
  expect(await titles('?kind=course')).toEqual(['One', 'Two', 'Three'])
  expect(await titles('?kind=playlist')).toEqual(['Learn closures'])
  expect(await titles(`?teacher=${teacher.id}&kind=playlist`)).toEqual(['Learn closures'])
  expect(await titles(`?teacher=${admin.id}`)).toEqual([])
  expect(await titles('?category=Development&limit=1')).toEqual(['Learn closures'])
  expect(await titles('?category=music')).toEqual([])
  expect(await titles('?state=in_review')).toEqual([])
  expect(await titles('?mine=true')).toEqual([])
  expect((await testApp.request('GET', '/api/review/waiting-time')).json()).toEqual({
    medianHours: null,
    of: 0,
    trusted: false,
    edits: 'video',
  })
})

test('a claim lasts 15 minutes, can be taken over, and blocks nobody’s decision', async () => {
  const { testApp, admin, post, waiting, get } = await desk()
  const anna = await testApp.user('Anna', 'Student', { isAdmin: true })
  const [item] = await waiting()
  const path = `/${item?._id}/claim`
  expect((await post(path, {}, anna)).json()).toMatchObject({ claim: { admin: { username: 'Anna' } } })
  const taken = await post(path, {}, admin)
  expect([taken.statusCode, taken.json().message]).toEqual([409, 'Anna is reviewing this.'])
  expect(await get('/api/review?mine=true', anna)).toMatchObject({ total: 1, items: [{ _id: item?._id }] })
  expect((await post(path, { takeOver: true }, admin)).statusCode).toBe(200)
  expect(await get('/api/review?mine=true', anna)).toMatchObject({ total: 0 })
  expect((await post(`/${item?._id}/decide`, { state: 'approved' }, anna)).statusCode).toBe(200)
})

test('a playlist and its videos are decided together, all or none', async () => {
  const { testApp, playlistId, waiting, post } = await desk()
  const [playlist, ...courses] = (await waiting()).map(({ _id }) => _id)
  await post(`/${courses[0]}/decide`, { state: 'rejected', reasons: [REASON] })
  const stale = await post(`/${playlist}/decide`, { state: 'approved', courses })
  expect([stale.statusCode, stale.json().message]).toEqual([409, 'You have already decided “One”: rejected.'])
  expect((await testApp.request('GET', `/api/playlists/${playlistId}`)).statusCode).toBe(404)
  const decided = await post(`/${playlist}/decide`, { state: 'approved', courses: courses.slice(1) })
  expect(decided.json()).toMatchObject({
    success: true,
    data: { state: 'approved', subject: { status: 'approved' } },
  })
  expect((await testApp.request('GET', `/api/playlists/${playlistId}`)).json()).toMatchObject({
    approvedCoursesCount: 2,
  })
})

test('changes come with reasons, a message and notes, and are submitted again when every note is answered', async () => {
  const { teacher, playlistId, courseIds, waiting, post, get, later } = await desk()
  const [item] = await waiting('?kind=course')
  const [courseId] = courseIds
  const wordless = await post(`/${item?._id}/decide`, { state: 'changes' })
  expect(wordless.json().errors).toEqual({ reasons: 'Choose a reason or write a message.' })
  await post(`/${item?._id}/notes`, { atSeconds: 192, text: 'The slide cannot be read.' })
  expect(await get(`/api/review/${item?._id}`, teacher)).toMatchObject({ notes: [], state: 'submitted' })
  later()
  const decided = await post(`/${item?._id}/decide`, {
    state: 'changes',
    reasons: [REASON],
    message: 'Almost there.',
    notes: [{ field: 'description', text: 'Say what one learns.' }],
  })
  expect(decided.json().data).toMatchObject({
    state: 'changes',
    decisions: [
      {
        from: 'submitted',
        to: 'changes',
        reasons: [{ text: 'Description too short' }],
        message: 'Almost there.',
      },
    ],
    notes: [{ atSeconds: 192 }, { field: 'description' }],
  })
  const submit = () => teacher.request('POST', `/api/courses/${courseId}/submit`)
  const url = `/api/courses/${playlistId}/${courseId}`
  expect((await get(url, teacher)).isCourseApproved).toBe('cancel')
  later()
  await teacher.request('PUT', url, new Upload({ description: 'One learns closures.', draft: 'true' }))
  expect(await get(url, teacher)).toMatchObject({ isCourseApproved: 'cancel', revision: { state: 'draft' } })
  expect((await submit()).json().message).toBe('Answer every note or mark it as done.')
  const { notes } = await get(`/api/review/${item?._id}`, teacher)
  const answer = (id: string, body: object) => teacher.request('PUT', `/api/review/notes/${id}`, body)
  await answer(notes[0]._id, { done: false, answer: 'It is sharp in full screen.' })
  expect((await answer(notes[1]._id, { done: true })).json().note.resolvedAt).not.toBeNull()
  expect((await submit()).json().data).toMatchObject({ revision: { number: 2, state: 'submitted' } })
  expect(await get('/api/review?kind=course&limit=200')).toMatchObject({ total: 3 })
  const again = (await waiting('?kind=course')).find(({ subject }) => subject._id === courseId)
  expect(again).toMatchObject({ version: { kind: 'new', submission: 2 } })
  const history = await get(`/api/playlists/${playlistId}/decisions?course=${courseId}`, teacher)
  expect(history).toMatchObject({
    total: 2,
    items: [
      { number: 2, changes: ['description'], before: { description: 'From the beginning.' }, decisions: [] },
      { number: 1, before: null, decisions: [{ to: 'changes', admin: { username: 'Root' } }] },
    ],
  })
})

test('an owner reads the revision without what is about others', async () => {
  const { teacher, waiting, get } = await desk()
  const [item] = await waiting()
  const whole = await get(`/api/review/${item?._id}`)
  expect(whole.otherItems).toHaveLength(3)
  expect(whole.courses).toMatchObject([
    { title: 'One', revision: { state: 'submitted' } },
    { title: 'Two' },
    { title: 'Three' },
  ])
  const own = await get(`/api/review/${item?._id}`, teacher)
  expect(own).not.toHaveProperty('otherItems')
  expect(own).not.toHaveProperty('lastDecisions')
})

test('several are decided at once; what cannot be is named', async () => {
  const { waiting, post, get } = await desk()
  const ids = (await waiting()).map(({ _id }) => _id)
  await post(`/${ids[0]}/decide`, { state: 'approved' })
  const none = '0'.repeat(24)
  const answer = (await post('/decide', { ids: [...ids, none], state: 'rejected', reasons: [REASON] })).json()
  expect(answer.decided).toEqual(ids.slice(1))
  expect(answer.failed).toEqual([
    { _id: ids[0], message: 'You have already decided this: approved.' },
    { _id: none, message: 'Revision not found.' },
  ])
  expect((await post('/decide', { ids, state: 'changes' })).json().errors).toEqual({
    reasons: 'Choose a reason.',
  })
  expect(await get('/api/review?state=rejected')).toMatchObject({
    total: 3,
    counts: { waiting: 0, rejected: 3 },
  })
})

test('the usual waiting time is the median of the last decisions of admins', async () => {
  const { testApp, waiting, post } = await desk()
  const teacher = await testApp.user('Bea', 'Teacher')
  await insertCourse(testApp, { playlistId: await insertPlaylist(testApp, { teacher }), status: 'pending' })
  await addMissingRevisions(testApp.db)
  const ids = (await waiting()).map(({ _id }) => _id)
  for (const [index, id] of ids.entries()) {
    const at = new Date(Date.now() - (index + 1) * 3_600_000).toISOString()
    await testApp.db.updateTable('revisions').set({ submitted_at: at }).where('id', '=', id).execute()
    await post(`/${id}/decide`, { state: 'approved' })
  }
  expect((await testApp.request('GET', '/api/review/waiting-time')).json()).toMatchObject({
    medianHours: 3,
    of: 5,
  })
})

async function trust({ db }: TestApp, [admin, { id }]: [TestUser, TestUser], password = PASSWORD) {
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', admin.id)
    .execute()
  return admin.request('PUT', `/api/users/${id}/trusted`, { trusted: true, password })
}

test('what a trusted teacher submits is approved at once, and listed as approved automatically', async () => {
  const { testApp, teacher, admin, playlistId, courseIds, get } = await desk()
  expect((await trust(testApp, [admin, teacher], 'wrong password')).json().errors).toEqual({
    password: 'Password is incorrect.',
  })
  expect((await trust(testApp, [admin, teacher])).json().message).toBe('Ada is trusted now.')
  expect(await get(`/api/users/profile/${teacher.id}`)).toMatchObject({ trusted: true })
  expect(await get(`/api/users/profile/${teacher.id}`, teacher)).not.toHaveProperty('trusted')
  expect(await get('/api/review/waiting-time', teacher)).toMatchObject({ trusted: true })
  const [courseId] = courseIds
  await teacher.request('POST', `/api/courses/${courseId}/withdraw`)
  const submitted = await teacher.request('POST', `/api/courses/${courseId}/submit`)
  expect(submitted.json()).toMatchObject({
    message: 'Approved automatically.',
    data: { isCourseApproved: 'approved', revision: { state: 'approved' } },
  })
  const automatic = await get('/api/review?state=automatic')
  expect(automatic).toMatchObject({ total: 1, items: [{ subject: { _id: courseId } }] })
  const history = await get(`/api/playlists/${playlistId}/decisions?course=${courseId}`)
  expect(history.items[0].decisions).toMatchObject([{ to: 'approved', admin: null, message: 'trusted' }])
  for (const unknown of ['', playlistId.replace(/.$/, 'x')])
    expect(await get(`/api/playlists/${playlistId}/decisions?course=${unknown}`)).toMatchObject({
      items: [],
      total: 0,
    })
})

test.each([
  ['only-admin', 403],
  ['always', 200],
  ['never', 403],
])('SELF_REVIEW=%s holds for decisions, many at once and trust', async (mode, status) => {
  const { testApp, admin } = await desk({ SELF_REVIEW: mode })
  const both = await testApp.user('Mia', 'Teacher', { isAdmin: true })
  const message = 'You cannot review your own work.'
  const playlistId = await insertPlaylist(testApp, { teacher: both })
  for (const title of ['First of mine', 'Second of mine'])
    await insertCourse(testApp, { playlistId, status: 'pending', title })
  await addMissingRevisions(testApp.db)
  const own: string[] = (await both.request('GET', `/api/review?teacher=${both.id}`))
    .json()
    .items.map(({ _id }: { _id: string }) => _id)
  expect((await both.request('POST', `/api/review/${own[0]}/decide`, { state: 'approved' })).statusCode).toBe(
    status,
  )
  const many = (await both.request('POST', '/api/review/decide', { ids: [own[1]], state: 'approved' })).json()
  expect(many.failed).toEqual(status === 200 ? [] : [{ _id: own[1], message }])
  expect((await trust(testApp, [both, both])).statusCode).toBe(status)
  expect((await trust(testApp, [admin, both])).statusCode).toBe(200)
})

test('the audit log is listed by person, action and day, and exported as CSV without formulas', async () => {
  const { testApp, admin, waiting, post, get } = await desk()
  stopClock()
  const [item] = await waiting()
  await post(`/${item?._id}/decide`, { state: 'approved' })
  await testApp.db.updateTable('users').set({ username: '=1+1, "me"' }).where('id', '=', admin.id).execute()
  const day = new Date().toISOString().slice(0, 10)
  for (const query of [`user=${admin.id}`, 'action=playlist.decided', `day=${day}`]) {
    expect(await get(`/api/audit?${query}`)).toMatchObject({
      total: 1,
      nextCursor: null,
      entries: [
        { action: 'playlist.decided', subjectTitle: 'Learn closures', detail: { to: 'approved', number: 1 } },
      ],
    })
  }
  expect(await get('/api/audit?day=2020-01-01')).toMatchObject({ total: 0, entries: [] })
  const csv = await admin.request('GET', '/api/audit?format=csv')
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  const [head, row] = csv.body.split('\r\n')
  expect(head).toBe('Time,Person,Action,Subject,Title,Detail,Network')
  expect(row).toContain(`"'=1+1, ""me""",playlist.decided,`)
})

test('owners and admins hear of a changed revision', async () => {
  const { testApp, teacher, admin, playlistId } = await desk()
  const heard: string[] = []
  for (const { id, username } of [teacher, admin])
    testApp.context.events.watchUser(id, ({ event }) => heard.push(`${username} ${JSON.stringify(event)}`))
  await teacher.request('POST', `/api/playlists/${playlistId}/withdraw`)
  const reviews = heard.filter((each) => each.includes('"type":"review"'))
  expect(reviews).toHaveLength(2)
  for (const each of reviews) expect(each).toContain('"state":"withdrawn"')
})
