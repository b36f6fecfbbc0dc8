import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Thread } from '#contract/comments/comments.ts'
import { deleteUser } from '#server/features/account/users/users.ts'
import { wrongCounts } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

async function openCourse() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  return { testApp, teacher, courseId }
}

const step = fc.record({
  what: fc.constantFrom('comment', 'reply', 'reply', 'remove', 'remove', 'answer', 'delete user'),
  who: fc.nat({ max: 2 }),
  which: fc.nat(),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface Walk {
  testApp: TestApp
  courseId: string
  users: TestUser[]
  /** Every comment that was written, also those that are gone. */
  ids: string[]
}

async function take({ testApp, courseId, users, ids }: Walk, { what, who, which }: Step): Promise<void> {
  const id = ids[which % Math.max(ids.length, 1)]
  const person = users[who % users.length]
  if (!person) return
  if (what === 'comment' || what === 'reply') {
    const draft = { text: 'Why?', courseId, question: true, ...(what === 'reply' && id && { parentId: id }) }
    const answer = await person.request('POST', '/api/comments', draft)
    if (answer.statusCode === 201) ids.push(answer.json().comment._id)
  } else if (what === 'remove' && id) {
    await person.request('DELETE', `/api/comments/${id}`)
  } else if (what === 'answer' && id) {
    await person.request('PUT', `/api/comments/${id}/answer`, { by: ids[(which + 1) % ids.length] })
  } else if (what === 'delete user' && users.length > 1) {
    await deleteUser(testApp, person.id)
    users.splice(who % users.length, 1)
  }
}

test('counts and threads agree after any writes and removals', { timeout: 120_000 }, async () => {
  const { testApp, teacher, courseId } = await openCourse()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const users = await Promise.all(['Sam', 'Olu', 'Ann'].map((name) => testApp.user(name)))
      const walk: Walk = { testApp, courseId, users, ids: [] }
      for (const each of steps) await take(walk, each)
      expect(await wrongCounts(testApp.db)).toEqual([])
      const { threads } = (await teacher.request('GET', `/api/courses/${courseId}/threads?limit=200`)).json()
      const seen: Thread[] = threads
      expect(seen.filter(({ removed, replies }) => removed && replies.length === 0)).toEqual([])
      const shown = seen.flatMap(({ removed, replies }) => [...(removed ? [] : ['start']), ...replies])
      const { total } = (await teacher.request('GET', `/api/comments?courseId=${courseId}`)).json()
      expect(shown).toHaveLength(total)
      for (const { id } of walk.users) {
        await deleteUser(testApp, id)
        expect(await wrongCounts(testApp.db)).toEqual([])
      }
      expect(await testApp.db.selectFrom('comments').select('id').execute()).toEqual([])
    }),
    { numRuns: 20 },
  )
})

test('concurrent replies and removals leave no empty thread and the right count', async () => {
  const { testApp, teacher, courseId } = await openCourse()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const write = async (more: object = {}) =>
    (await teacher.request('POST', '/api/comments', { text: 'Well.', courseId, ...more })).json().comment?._id
  for (const _ of [1, 2, 3, 4, 5]) {
    const parentId = await write()
    const replies = [await write({ parentId }), await write({ parentId })]
    await Promise.all([
      ...[parentId, ...replies].map((id) => admin.request('DELETE', `/api/comments/${id}`)),
      write({ parentId }),
      admin.request('DELETE', `/api/comments/${parentId}`),
    ])
    expect(await wrongCounts(testApp.db)).toEqual([])
    const { threads } = (await admin.request('GET', `/api/courses/${courseId}/threads`)).json()
    const empty = threads.filter(({ removed, replies: left }: Thread) => removed && left.length === 0)
    expect(empty).toEqual([])
  }
})
