import { expect, test } from 'vitest'
import { openTestApp, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

const NEW_VIDEO = 'aqz-KE-bpKQ'
const begin = (title: string) => [{ at: 0, title }]

async function open(reviewEdits = 'all') {
  const testApp = await openTestApp({ environment: { REVIEW_EDITS: reviewEdits } })
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const student = await testApp.user('Sam')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  const course = `/api/courses/${playlistId}/${courseId}`
  const playlist = `/api/playlists/${playlistId}`
  const put = async (fields: Record<string, string>) =>
    (await teacher.request('PUT', course, new Upload(fields))).json()
  const chapters = async () => (await student.request('GET', course)).json().chapters
  /** Saves the order; the courses are in the first section. */
  const putSections = async (sections: { _id?: string; title: string }[]) => {
    const { outlineVersion: version } = (await teacher.request('GET', playlist)).json()
    const answer = await teacher.request('PUT', `${playlist}/outline`, {
      version,
      sections: sections.map((section, at) => ({ ...section, courses: at === 0 ? [courseId] : [] })),
      loose: sections.length === 0 ? [courseId] : [],
    })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  const online = async () =>
    (await student.request('GET', playlist)).json().sections.map(({ title }: { title: string }) => title)
  const decide = (id: string, state: string) =>
    admin.request('POST', `/api/review/${id}/decide`, { state, message: 'Well.' })
  const revision = async (id: string) => (await admin.request('GET', `/api/review/${id}`)).json()
  const waitingIn = async (address: string) => (await teacher.request('GET', address)).json().waiting
  return {
    testApp,
    teacher,
    admin,
    student,
    playlistId,
    courseId,
    course,
    playlist,
    put,
    chapters,
    putSections,
    online,
    decide,
    revision,
    waitingIn,
  }
}

test('with all, chapters of an approved course wait for an admin', async () => {
  const { put, chapters, decide, revision } = await open()
  const saved = await put({ chapters: '0:00 Begin' })
  expect(saved).toMatchObject({
    message:
      'Saved. Your changes go online when an admin has approved them; until then the old version stays.',
    data: { chapters: begin('Begin'), waiting: { number: 2, state: 'submitted' } },
  })
  expect(await chapters()).toEqual([])
  const { _id } = saved.data.waiting
  expect(await revision(_id)).toMatchObject({
    changes: ['chapters'],
    before: { chapters: [] },
    content: { chapters: begin('Begin') },
  })
  await decide(_id, 'approved')
  expect(await chapters()).toEqual(begin('Begin'))
  const removed = await put({ chapters: '' })
  expect(await chapters()).toEqual(begin('Begin'))
  await decide(removed.data.waiting._id, 'approved')
  expect(await chapters()).toEqual([])
})

test('rejected chapters stay offline, and the chapters that are online end the wait', async () => {
  const { put, chapters, decide, course, waitingIn } = await open()
  const saved = await put({ chapters: '0:00 Rude' })
  await decide(saved.data.waiting._id, 'rejected')
  expect(await chapters()).toEqual([])
  expect((await put({ videoTitle: 'Both' })).data).toMatchObject({ chapters: begin('Rude') })
  await put({ videoTitle: 'First steps', chapters: '' })
  expect(await waitingIn(course)).toMatchObject({ state: 'withdrawn' })
})

test('chapters that wait go with the video that they were written for', async () => {
  const { put, chapters, decide } = await open()
  await put({ chapters: '0:00 Old video' })
  const { data } = await put({ videoLink: NEW_VIDEO })
  await decide(data.waiting._id, 'approved')
  expect(await chapters()).toEqual([])
  const both = await put({ videoLink: 'aaaaaaaaaaa', chapters: '0:00 New video' })
  await decide(both.data.waiting._id, 'approved')
  expect(await chapters()).toEqual(begin('New video'))
})

test('the table of the build screen keeps chapters waiting, too, and the desk hears of it', async () => {
  const { teacher, playlist, course, courseId, chapters, waitingIn, admin } = await open()
  const { updatedAt } = (await teacher.request('GET', course)).json()
  const saved = await teacher.request('PUT', `${playlist}/grid`, {
    changes: [{ _id: courseId, updatedAt, chapters: '0:00 Begin' }],
  })
  expect(saved.statusCode, saved.body).toBe(200)
  expect(await chapters()).toEqual([])
  expect(await waitingIn(course)).toMatchObject({ state: 'submitted' })
  expect((await admin.request('GET', '/api/review')).json().items).toMatchObject([
    { subject: { _id: courseId } },
  ])
})

test('with all, titles of sections of an approved playlist wait, and their order does not', async () => {
  const { putSections, online, decide, revision, playlist, waitingIn, teacher, student } = await open()
  const saved = await putSections([{ title: 'Basics' }])
  expect(saved.data).toMatchObject({ sections: [{ title: 'Basics' }], waiting: { state: 'submitted' } })
  expect(await online()).toEqual(['Section 1'])
  const { waiting, sections } = saved.data
  expect(await revision(waiting._id)).toMatchObject({
    changes: ['sections'],
    before: { sections: [{ title: 'Section 1' }] },
    content: { sections: [{ title: 'Basics' }] },
  })
  await decide(waiting._id, 'approved')
  expect(await online()).toEqual(['Basics'])

  const [basics] = sections
  await putSections([{ title: 'More' }, { ...basics, title: 'Rude' }])
  const [more, rude] = (await teacher.request('GET', playlist)).json().sections
  expect([more.title, rude.title]).toEqual(['More', 'Rude'])
  const first = await waitingIn(playlist)
  await putSections([rude, more])
  expect(await waitingIn(playlist)).toEqual(first)
  expect(await online()).toEqual(['Basics'])
  expect((await student.request('GET', playlist)).json().sections).toEqual([{ ...rude, title: 'Basics' }])
  await decide(first._id, 'approved')
  expect(await online()).toEqual(['Rude'])
})

test('a section that is deleted while its title waits takes the title along', async () => {
  const { putSections, playlist, waitingIn, decide, online } = await open()
  await putSections([{ title: 'Basics' }])
  await putSections([])
  expect(await waitingIn(playlist)).toMatchObject({ state: 'withdrawn' })
  const { data } = await putSections([{ title: 'Again' }])
  await decide(data.waiting._id, 'approved')
  expect(await online()).toEqual(['Again'])
})

test('a section that is deleted and created again keeps its approved title; another title still waits', async () => {
  const { putSections, playlist, waitingIn, decide, online } = await open()
  const { data } = await putSections([{ title: 'Basics' }])
  await decide(data.waiting._id, 'approved')
  await putSections([])
  expect(await online()).toEqual([])
  await putSections([{ title: 'Basics' }])
  expect(await online()).toEqual(['Basics'])
  expect(await waitingIn(playlist)).toBeUndefined()
  await putSections([])
  await putSections([{ title: 'Rude' }])
  expect(await online()).toEqual(['Section 1'])
})

test.each(['video', 'none'])('with %s chapters and titles of sections apply at once', async (edits) => {
  const { put, chapters, putSections, online, playlist, course, waitingIn } = await open(edits)
  await put({ chapters: '0:00 Begin' })
  await putSections([{ title: 'Basics' }])
  expect([await chapters(), await online()]).toEqual([begin('Begin'), ['Basics']])
  expect([await waitingIn(playlist), await waitingIn(course)]).toEqual([undefined, undefined])
})

test('what is not approved takes chapters and titles of sections at once', async () => {
  const { put, putSections, admin, playlistId, courseId, course, playlist } = await open()
  await admin.request('POST', `/api/playlists/approve-playlist/${playlistId}`, {
    isPlaylistApproved: 'processing',
  })
  await put({ chapters: '0:00 Waits' })
  await admin.request('POST', `/api/courses/approve-course/${courseId}`, { isCourseApproved: 'processing' })
  await put({ chapters: '0:00 Now' })
  await putSections([{ title: 'Basics' }])
  await admin.request('POST', `/api/courses/approve-course/${courseId}`, { isCourseApproved: 'approved' })
  expect((await admin.request('GET', course)).json().chapters).toEqual(begin('Now'))
  expect((await admin.request('GET', playlist)).json().sections).toMatchObject([{ title: 'Basics' }])
})

test('captions go online at once, and the audit log says who saved them', async () => {
  const { testApp, teacher, student, course, courseId } = await open()
  const file = {
    field: 'file',
    bytes: Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nHello.\n'),
    name: 'en.vtt',
    type: 'text/vtt',
  }
  const saved = await teacher.request('PUT', `/api/courses/${courseId}/captions/en`, new Upload({}, file))
  expect(saved.statusCode, saved.body).toBe(200)
  expect((await student.request('GET', course)).json().captions).toMatchObject([{ language: 'en' }])
  const audit = await testApp.db
    .selectFrom('audit')
    .select(['actor_id', 'subject', 'detail'])
    .where('action', '=', 'captions.saved')
    .execute()
  expect(audit).toEqual([
    { actor_id: teacher.id, subject: courseId, detail: JSON.stringify({ language: 'en', cues: 1 }) },
  ])
})
