import { expect, test } from 'vitest'
import type { FinishedPlaylist } from '#contract/learning/learning.ts'
import { newId } from '#server/data/ids.ts'
import { type TestUser, Upload } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { type Caller, mark, openPlaylist, saved, saveOf } from '#server/test-progress.ts'
import { insertCourse } from '#server/test-publications.ts'
import { whenFinished } from './summary.ts'

const askFor = ({ request }: Caller, playlistId: string, query = '') =>
  request('GET', `/api/learning/summary/${playlistId}${query}`)

async function summaryOf(caller: Caller, playlistId: string): Promise<FinishedPlaylist> {
  const answer = await askFor(caller, playlistId)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  return answer.json()
}

async function ask(student: TestUser, question: { courseId: string; text: string; at?: number }) {
  const answer = await student.request('POST', '/api/comments', { ...question, question: true })
  const id: string = answer.json().comment._id
  return id
}

/** A finished playlist with two notes and two questions, one of which is answered. */
async function finished() {
  const later = stopClock()
  const site = await openPlaylist(2)
  const { student, teacher, ids } = site
  const [one = '', two = ''] = ids
  later()
  await saved(student, one, saveOf([[0, 60]]))
  await mark(student, one, true)
  const note = (courseId: string, at: number, text: string) =>
    student.request('POST', '/api/notes', { courseId, at, text })
  await note(two, 95, 'Later.')
  await note(two, 5, '# no heading')
  const questionId = await ask(student, { courseId: two, text: 'Is a module *the same*?', at: 48 })
  await ask(student, { courseId: two, text: 'And why?' })
  const reply = { courseId: two, text: 'Yes.\n\nOnly exports leave.', parentId: questionId }
  const answer = await teacher.request('POST', '/api/comments', reply)
  const answerId: string = answer.json().comment._id
  await student.request('PUT', `/api/comments/${questionId}/answer`, { by: answerId })
  later(1800)
  await mark(student, two, true)
  return { ...site, one, two, later, answerId }
}

test('a finished playlist has dates, figures, and what its user wrote, by video and second', async () => {
  const { student, teacher, playlistId, two } = await finished()
  const { startedAt, finishedAt, ...summary } = await summaryOf(student, playlistId)
  expect(Date.parse(finishedAt) - Date.parse(startedAt)).toBe(1_800_000)
  expect(summary).toMatchObject({
    playlist: { _id: playlistId, title: 'Learn HTML', teacher: { _id: teacher.id } },
    doneCount: 2,
    coursesCount: 2,
    watchedSeconds: 60,
    newVideos: 0,
    courses: [
      {
        _id: two,
        number: 2,
        notes: [
          { at: 5, text: '# no heading' },
          { at: 95, text: 'Later.' },
        ],
        questions: [
          { at: null, text: 'And why?', answer: null },
          {
            at: 48,
            answer: {
              text: 'Yes.\n\nOnly exports leave.',
              username: teacher.username,
              acceptedAt: expect.any(String),
            },
          },
        ],
        changed: null,
        changedAt: [],
      },
    ],
  })
})

test('a playlist that is not finished, or does not exist, is missing', async () => {
  const { student, teacher, ids, playlistId } = await openPlaylist(2)
  await mark(student, ids[0] ?? '', true)
  const answer = await askFor(student, playlistId)
  expect([answer.statusCode, answer.json().message]).toEqual([404, 'You have not finished this playlist.'])
  for (const id of [newId(), 'nothing']) {
    const missing = await askFor(student, id)
    expect([missing.statusCode, missing.json().message]).toEqual([404, 'Playlist not found.'])
  }
  expect((await askFor(teacher, playlistId)).statusCode).toBe(404)
})

test('videos that are added later are only counted', async () => {
  const { testApp, student, playlistId, later } = await finished()
  const before = await summaryOf(student, playlistId)
  later()
  const added = await insertCourse(testApp, { playlistId, title: 'One more' })
  await insertCourse(testApp, { playlistId, title: 'The last one' })
  later()
  expect(await summaryOf(student, playlistId)).toMatchObject({
    finishedAt: before.finishedAt,
    doneCount: 2,
    coursesCount: 4,
    newVideos: 2,
  })
  await mark(student, added, true)
  expect(await summaryOf(student, playlistId)).toMatchObject({ finishedAt: before.finishedAt, newVideos: 1 })
})

test('of a playlist taken offline, the own notes and answers stay', async () => {
  const { testApp, student, playlistId } = await finished()
  await testApp.db.updateTable('playlists').set({ status: 'pending', title: 'A secret' }).execute()
  await testApp.db.updateTable('courses').set({ title: 'A secret' }).execute()
  const summary = await summaryOf(student, playlistId)
  expect(summary.playlist).toEqual({
    _id: playlistId,
    title: 'Playlist not available.',
    category: null,
    mainPlaylistImage: null,
    teacher: null,
  })
  expect(summary.courses).toMatchObject([
    { videoTitle: 'Video not available.', number: null, notes: [{ at: 5 }, { at: 95 }], questions: [{}, {}] },
  ])
  expect(JSON.stringify(summary)).not.toContain('secret')
  const markdown = await askFor(student, playlistId, '?format=markdown')
  expect(markdown.body).toMatch(/^# Playlist not available\.\n/)
  expect(markdown.body).toContain('Only exports leave.')
})

test('an answer that is removed or hidden by reports is not shown', async () => {
  const { testApp, student, playlistId, answerId } = await finished()
  await testApp.db
    .updateTable('comments')
    .set({ hidden_at: new Date().toISOString() })
    .where('id', '=', answerId)
    .execute()
  const { courses } = await summaryOf(student, playlistId)
  expect(courses[0]?.questions.map(({ answer }) => answer)).toEqual([null, null])
})

test('videos that were replaced or corrected since are named, until the user has seen the change', async () => {
  const { testApp, teacher, student, playlistId, one, two, later } = await finished()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const edit = async (courseId: string, fields: Record<string, string>) => {
    later()
    const answer = await teacher.request('PUT', `/api/courses/${playlistId}/${courseId}`, new Upload(fields))
    expect(answer.statusCode, answer.body).toBe(200)
    later()
  }
  await edit(one, { videoLink: 'https://youtu.be/aqz-KE-bpKQ' })
  const { items } = (await admin.request('GET', '/api/review')).json()
  const decision = { state: 'approved', message: '' }
  expect((await admin.request('POST', `/api/review/${items[0]._id}/decide`, decision)).statusCode).toBe(200)
  await edit(two, { corrections: '0:15 It is the variable.\n0:40 It throws.' })
  const { courses } = await summaryOf(student, playlistId)
  expect(courses).toMatchObject([
    { _id: one, number: 1, notes: [], changed: 'video', changedAt: [] },
    { _id: two, changed: 'corrections', changedAt: [15, 40] },
  ])
  const { body } = await askFor(student, playlistId, '?format=markdown')
  expect(body).toContain('\n## Changed since you watched\n')
  expect(body).toMatch(/- .+: a new video\n- .+: corrected at \[0:15\]\(.+\?t=15\), \[0:40\]\(.+\?t=40\)\n$/)
  for (const id of [one, two]) await student.request('PUT', `/api/progress/${id}/change-seen`)
  const seen = await summaryOf(student, playlistId)
  expect(seen.courses).toMatchObject([{ _id: two, changed: null }])
})

test('the Markdown holds the same notes and questions, each with a link to its second', async () => {
  const { student, teacher, playlistId, two } = await finished()
  const answer = await askFor(student, playlistId, '?format=markdown&timeZone=Etc/UTC')
  expect(answer.headers).toMatchObject({
    'content-type': 'text/markdown; charset=utf-8',
    'content-disposition': 'attachment; filename="finished.md"',
    'cache-control': 'no-store',
  })
  const [, origin = ''] = /\((http[^)]+)\/watch-video/.exec(answer.body) ?? []
  const at = (seconds: number) => `${origin}/watch-video/${playlistId}/${two}?t=${seconds}`
  const [heading, , sentence, ...rest] = answer.body.split('\n')
  expect(heading).toBe('# You finished Learn HTML.')
  expect(sentence).toMatch(
    new RegExp(String.raw`^2 videos by ${teacher.username}, .+\d{4}\. 1 min watched\.$`),
  )
  expect(rest.join('\n')).toBe(
    String.raw`
## First steps

- [0:05](${at(5)}) \# no heading
- [1:35](${at(95)}) Later.

You asked: And why?

You asked at [0:48](${at(48)}): Is a module \*the same\*?

> Yes.
>
> Only exports leave.
>
> ${teacher.username}
`,
  )
  const wrong = await askFor(student, playlistId, '?format=pdf')
  expect([wrong.statusCode, wrong.json().errors]).toEqual([
    400,
    { format: 'Format must be json or markdown.' },
  ])
})

test('the last moment at which everything was done that was public then is the end', () => {
  const course = (announced_at: string, done_at: string | null) => ({
    announced_at,
    created_at: '0',
    done_at,
  })
  expect(whenFinished([])).toBeUndefined()
  expect(whenFinished([course('1', null)])).toBeUndefined()
  expect(whenFinished([course('1', '3'), course('1', null)])).toBeUndefined()
  expect(whenFinished([course('1', '3'), course('4', null)])).toBe('3')
  expect(whenFinished([course('1', '3'), course('4', '6'), course('5', null)])).toBe('3')
  expect(whenFinished([course('1', '3'), course('4', '6'), course('5', '7')])).toBe('7')
})
