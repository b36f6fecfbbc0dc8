import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Comment, REPLIES_MAX, type Thread } from '#contract/comments/comments.ts'
import { newId } from '#server/data/ids.ts'
import { deleteUser } from '#server/features/account/users/users.ts'
import { wrongCounts } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

/** Lets a second pass, so that ids have a certain order. */
let later: () => void

async function openCourse() {
  const testApp = await openTestApp()
  later = stopClock()
  const teacher = await testApp.user('Ada', 'Teacher')
  const student = await testApp.user('Sam')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  return { testApp, teacher, student, playlistId, courseId }
}

interface Page {
  threads: Thread[]
  total: number
  nextCursor: string | null
}

interface Draft {
  courseId: string
  text?: string
  at?: number
  parentId?: string
  question?: boolean
}

async function comment(
  { request }: TestUser,
  { text = 'Well explained.', ...draft }: Draft,
): Promise<Comment> {
  later()
  const answer = await request('POST', '/api/comments', { text, ...draft })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().comment
}

async function threads({ request }: TestUser, courseId: string, query = ''): Promise<Thread[]> {
  const answer = await request('GET', `/api/courses/${courseId}/threads?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().threads
}

const ids = (list: { _id: string }[]) => list.map(({ _id }) => _id)

async function storedCount({ db }: TestApp, courseId: string): Promise<number> {
  const course = await db.selectFrom('courses').select('comments_count').where('id', '=', courseId).execute()
  return course[0]?.comments_count ?? -1
}

test('a comment keeps its second, at most the last one of the video', async () => {
  const { testApp, student, courseId } = await openCourse()
  expect(await comment(student, { courseId, at: 95 })).toMatchObject({
    at: 95,
    question: false,
    parentId: null,
  })
  await testApp.db.updateTable('courses').set({ duration_s: 90 }).execute()
  expect(await comment(student, { courseId, at: 95 })).toMatchObject({ at: 90 })
  expect(await comment(student, { courseId })).toMatchObject({ at: null })
  const wrong = await student.request('POST', '/api/comments', { text: 'Where?', courseId, at: -1 })
  expect(wrong.statusCode).toBe(400)
})

test('a reply belongs to the comment that starts the thread, and is no question', async () => {
  const { student, teacher, courseId } = await openCourse()
  const start = await comment(student, { courseId, question: true, at: 95 })
  const reply = await comment(teacher, { courseId, parentId: start._id, question: true })
  const deeper = await comment(student, { courseId, parentId: reply._id })
  expect(start).toMatchObject({ question: true, answeredBy: null, pinned: false })
  expect(reply).toMatchObject({ question: false, parentId: start._id })
  expect(deeper).toMatchObject({ parentId: start._id })
  const [thread, ...others] = await threads(student, courseId)
  expect(others).toEqual([])
  const own = [reply, deeper].map((each) => ({ ...each, liked: false }))
  expect(thread).toEqual({ ...start, liked: false, removed: false, replies: own })
})

test('an old client gets replies as comments, newest first', async () => {
  const { student, courseId } = await openCourse()
  const start = await comment(student, { courseId })
  const reply = await comment(student, { courseId, parentId: start._id })
  const { comments, total } = (await student.request('GET', `/api/comments?courseId=${courseId}`)).json()
  expect([ids(comments), total]).toEqual([[reply._id, start._id], 2])
})

test('a reply needs a comment on the same course that its author may see', async () => {
  const { testApp, student, playlistId, courseId } = await openCourse()
  const elsewhere = await insertCourse(testApp, { playlistId })
  const start = await comment(student, { courseId: elsewhere })
  const reply = (parentId: unknown) =>
    student.request('POST', '/api/comments', { text: 'Hm.', courseId, parentId })
  const mismatch = await reply(start._id)
  expect(mismatch.statusCode).toBe(400)
  expect(mismatch.json().errors).toEqual({ parentId: 'You can only reply to a comment on the same course.' })
  await testApp.db.updateTable('courses').set({ status: 'cancel' }).where('id', '=', elsewhere).execute()
  for (const parentId of [start._id, newId(), 'nothing']) {
    const answer = await reply(parentId)
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Comment not found.'])
  }
  expect((await reply(7)).statusCode).toBe(400)
})

test('a removed comment keeps its place while it has replies, without its text and author', async () => {
  const { testApp, student, teacher, courseId } = await openCourse()
  const start = await comment(student, { courseId, text: 'A secret.', question: true })
  const replies = [
    await comment(teacher, { courseId, parentId: start._id }),
    await comment(teacher, { courseId, parentId: start._id }),
  ]
  await teacher.request('PUT', `/api/comments/${start._id}/pin`, { pinned: true })
  expect((await student.request('DELETE', `/api/comments/${start._id}`)).statusCode).toBe(200)
  const [thread] = await threads(student, courseId)
  expect(thread).toMatchObject({
    _id: start._id,
    text: 'This comment was removed.',
    user: null,
    removed: true,
  })
  expect(thread).toMatchObject({ question: false, pinned: false, replies })
  expect(await storedCount(testApp, courseId)).toBe(2)
  const flat = (await student.request('GET', `/api/comments?courseId=${courseId}`)).json()
  expect([ids(flat.comments), flat.total]).toEqual([ids(replies.toReversed()), 2])
  const everywhere = (await student.request('GET', '/api/comments')).json()
  expect([everywhere.comments.length, everywhere.total]).toEqual([2, 2])
  const stored = await testApp.db.selectFrom('comments').selectAll().where('id', '=', start._id).execute()
  expect(JSON.stringify(stored)).not.toContain('secret')
})

test('a removed comment is not found by any call', async () => {
  const { student, teacher, courseId } = await openCourse()
  const start = await comment(student, { courseId, question: true })
  const reply = await comment(teacher, { courseId, parentId: start._id })
  await student.request('DELETE', `/api/comments/${start._id}`)
  const path = `/api/comments/${start._id}`
  const answers = await Promise.all([
    student.request('PUT', path, { text: 'Back.' }),
    student.request('DELETE', path),
    student.request('PUT', `${path}/answer`, { by: reply._id }),
    teacher.request('PUT', `${path}/pin`, { pinned: true }),
    student.request('POST', '/api/comments', { text: 'And?', courseId, parentId: start._id }),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
})

test('a removed comment goes with its last reply, and so does one without replies', async () => {
  const { testApp, student, teacher, courseId } = await openCourse()
  const start = await comment(student, { courseId })
  const first = await comment(teacher, { courseId, parentId: start._id })
  const second = await comment(teacher, { courseId, parentId: start._id })
  await student.request('DELETE', `/api/comments/${start._id}`)
  await teacher.request('DELETE', `/api/comments/${first._id}`)
  expect(ids(await threads(student, courseId))).toEqual([start._id])
  await teacher.request('DELETE', `/api/comments/${second._id}`)
  expect(await threads(student, courseId)).toEqual([])
  expect(await testApp.db.selectFrom('comments').selectAll().execute()).toEqual([])
  expect(await storedCount(testApp, courseId)).toBe(0)
})

test('counts stay true when the author of a thread is deleted', async () => {
  const { testApp, student, teacher, playlistId, courseId } = await openCourse()
  const other = await testApp.user('Olu')
  const elsewhere = await insertCourse(testApp, { playlistId })
  const own = await comment(student, { courseId, question: true })
  await comment(other, { courseId, parentId: own._id })
  await comment(student, { courseId, parentId: own._id })
  const removedOwn = await comment(student, { courseId })
  await comment(teacher, { courseId, parentId: removedOwn._id })
  await student.request('DELETE', `/api/comments/${removedOwn._id}`)
  const removedOther = await comment(other, { courseId: elsewhere })
  await comment(student, { courseId: elsewhere, parentId: removedOther._id })
  await other.request('DELETE', `/api/comments/${removedOther._id}`)
  const kept = await comment(other, { courseId, question: true })
  const answer = await comment(student, { courseId, parentId: kept._id })
  await other.request('PUT', `/api/comments/${kept._id}/answer`, { by: answer._id })
  expect([await storedCount(testApp, courseId), await storedCount(testApp, elsewhere)]).toEqual([6, 1])

  expect(await deleteUser(testApp, student.id)).toBe(true)
  expect(await threads(teacher, courseId)).toMatchObject([{ _id: kept._id, answeredBy: null, replies: [] }])
  expect(await threads(teacher, elsewhere)).toEqual([])
  expect(await testApp.db.selectFrom('comments').select('id').execute()).toEqual([{ id: kept._id }])
  expect(await wrongCounts(testApp.db)).toEqual([])
})

test('a thread has a maximum number of replies', async () => {
  const { testApp, student, courseId } = await openCourse()
  const start = await comment(student, { courseId })
  await insertReplies(testApp, { courseId, parentId: start._id, author: student, many: REPLIES_MAX - 1 })
  const reply = () =>
    student.request('POST', '/api/comments', { text: 'Me too.', courseId, parentId: start._id })
  expect((await reply()).statusCode).toBe(201)
  const rejected = await reply()
  expect(rejected.statusCode).toBe(409)
  expect(rejected.json().message).toBe('This comment has reached the limit of 300 replies.')
})

interface Replies {
  courseId: string
  parentId: string
  author: TestUser
  many: number
}

async function insertReplies({ db }: TestApp, { courseId, parentId, author, many }: Replies): Promise<void> {
  const at = new Date().toISOString()
  const rows = Array.from({ length: many }, () => ({
    id: newId(),
    course_id: courseId,
    user_id: author.id,
    parent_id: parentId,
    text: 'Me too.',
    created_at: at,
    updated_at: at,
  }))
  await db.insertInto('comments').values(rows).execute()
}

interface Seed {
  likes: number
  at: number | null
  question: boolean
  answered: boolean
  pinned: boolean
}

const seeds = fc.array(
  fc.record({
    likes: fc.nat({ max: 2 }),
    at: fc.option(fc.nat({ max: 4 })),
    question: fc.boolean(),
    answered: fc.boolean(),
    pinned: fc.boolean(),
  }),
  { maxLength: 12 },
)

/** Inserts them in order of age; an answered question has a reply. */
async function insertThreads(
  { db }: TestApp,
  { courseId, author }: { courseId: string; author: TestUser },
  list: Seed[],
) {
  await db.deleteFrom('comments').execute()
  const rows = list.map(({ likes, at, question, pinned }, index) => {
    const time = new Date(Date.UTC(2026, 0, 1) + index).toISOString()
    return {
      id: newId(Date.parse(time)),
      course_id: courseId,
      user_id: author.id,
      text: `Number ${index}`,
      at_s: at,
      likes_count: likes,
      is_question: question ? 1 : 0,
      pinned_at: pinned ? time : null,
      created_at: time,
      updated_at: time,
    }
  })
  if (rows.length > 0) await db.insertInto('comments').values(rows).execute()
  for (const [index, { question, answered }] of list.entries()) {
    const start = rows[index]
    if (!(start && question && answered)) continue
    const id = newId()
    const { pinned_at: _pinned, ...reply } = start
    await db
      .insertInto('comments')
      .values({ ...reply, id, is_question: 0, parent_id: start.id })
      .execute()
    await db.updateTable('comments').set({ answered_by: id }).where('id', '=', start.id).execute()
  }
  return rows.map(({ id }, index) => ({ id, age: index, ...(list[index] ?? NO_SEED) }))
}

const NO_SEED: Seed = { likes: 0, at: null, question: false, answered: false, pinned: false }
type Stored = Awaited<ReturnType<typeof insertThreads>>[number]

const passes = {
  all: () => true,
  questions: ({ question }: Stored) => question,
  open: ({ question, answered }: Stored) => question && !answered,
}

const NEVER = 1000
/** Pinned ones first, newest pin first; then by age, by likes, or by second with the ones without a second last. */
const compare = {
  newest: (a: Stored, b: Stored) => Number(b.pinned) - Number(a.pinned) || b.age - a.age,
  top: (a: Stored, b: Stored) => {
    const pin = Number(b.pinned) - Number(a.pinned)
    return pin || (a.pinned ? 0 : b.likes - a.likes) || b.age - a.age
  },
  moment: (a: Stored, b: Stored) => {
    const pin = Number(b.pinned) - Number(a.pinned)
    if (pin !== 0 || a.pinned) return pin || b.age - a.age
    return (a.at ?? NEVER) - (b.at ?? NEVER) || (a.at === null ? b.age - a.age : a.age - b.age)
  },
}

test('every sort and filter lists the same threads page by page as at once', {
  timeout: 60_000,
}, async () => {
  const { testApp, student, courseId } = await openCourse()
  await fc.assert(
    fc.asyncProperty(seeds, fc.integer({ min: 1, max: 4 }), async (list, limit) => {
      const stored = await insertThreads(testApp, { courseId, author: student }, list)
      for (const sort of ['newest', 'top', 'moment'] as const) {
        for (const filter of ['all', 'questions', 'open'] as const) {
          const expected = stored.filter(passes[filter]).toSorted(compare[sort])
          const found: string[] = []
          let cursor: string | null = ''
          while (cursor !== null) {
            const query: string = `sort=${sort}&filter=${filter}&limit=${limit}${cursor && `&cursor=${cursor}`}`
            const page: Page = (
              await student.request('GET', `/api/courses/${courseId}/threads?${query}`)
            ).json()
            expect(page.total).toBe(expected.length)
            found.push(...ids(page.threads))
            cursor = page.nextCursor
          }
          expect(found, `${sort} ${filter}`).toEqual(expected.map(({ id }) => id))
        }
      }
    }),
    { numRuns: 15 },
  )
})

test('a cursor of another list is rejected', async () => {
  const { student, courseId } = await openCourse()
  for (const _ of [1, 2, 3]) await comment(student, { courseId, at: 3 })
  const path = `/api/courses/${courseId}/threads?limit=1`
  const { nextCursor } = (await student.request('GET', path)).json()
  const forged = ['newest', 'top', 'moment', 'pinned'].flatMap((part) =>
    [[part], [part, 1, 2, 3], [part, null]].map((keys) =>
      Buffer.from(JSON.stringify(['threads newest all', ...keys])).toString('base64url'),
    ),
  )
  const wrong = [
    `${path}&sort=moment&cursor=${nextCursor}`,
    `${path}&sort=top&cursor=${nextCursor}`,
    `${path}&filter=open&cursor=${nextCursor}`,
    `${path}&sort=oldest`,
    `${path}&filter=mine`,
    ...forged.map((cursor) => `${path}&cursor=${cursor}`),
  ]
  for (const url of wrong) expect((await student.request('GET', url)).statusCode, url).toBe(400)
  const unknown = await student.request('GET', `${path}&sort=oldest`)
  expect(unknown.json().message).toBe('Sort must be newest, top or moment.')
})
