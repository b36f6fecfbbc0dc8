import { expect, test } from 'vitest'
import type { MergeItem } from '#contract/learning/progress.ts'
import { stopClock } from '#server/test-clock.ts'
import { inPlaylist, listed, makeOlder, merge, openPlaylist, saved, saveOf } from '#server/test-progress.ts'

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

function itemOf(courseId: string, ranges: [number, number][], [from, to]: [number, number]): MergeItem {
  return { ...saveOf(ranges, { duration: 3600 }), courseId, startedAt: ago(from), endedAt: ago(to) }
}

test('thirty minutes offline arrive exactly, also when another device saved meanwhile', async () => {
  const { testApp, student, ids, playlistId } = await openPlaylist(2)
  const [one = '', other = ''] = ids
  await makeOlder(testApp, student, 1)
  const later = stopClock()
  await saved(student, other, saveOf([[0, 30]], { duration: 3600 }))
  later(10)
  await saved(student, other, saveOf([[30, 40]], { duration: 3600 }))
  const item = itemOf(
    one,
    [
      [0, 900],
      [1000, 1900],
    ],
    [1800, 0],
  )
  expect((await merge(student, [item])).json()).toEqual({ merged: 1, skipped: 0, addedSeconds: 1800 })
  const { courses, ranges } = await inPlaylist(student, playlistId, one)
  expect(courses).toMatchObject([{ watchedSeconds: 1800, atSeconds: 1900 }, { watchedSeconds: 40 }])
  expect(ranges).toEqual([
    [0, 900],
    [1000, 1900],
  ])
  expect((await merge(student, [item])).json()).toEqual({ merged: 1, skipped: 0, addedSeconds: 0 })
  expect((await inPlaylist(student, playlistId, one)).ranges).toEqual(ranges)
})

test('an item brings at most three seconds for each second of its span', async () => {
  const { testApp, student, courseId, playlistId } = await openPlaylist()
  await makeOlder(testApp, student, 1)
  await merge(student, [itemOf(courseId, [[0, 3000]], [600, 500])])
  expect((await inPlaylist(student, playlistId)).courses).toMatchObject([{ watchedSeconds: 300 }])
})

test('time before the account, after now or 90 days ago brings nothing, and is not rejected', async () => {
  const { testApp, student, ids, playlistId } = await openPlaylist(3)
  const [one = '', two = '', three = ''] = ids
  await makeOlder(testApp, student, 100)
  const DAY = 86_400
  const items = [
    itemOf(one, [[0, 100]], [95 * DAY, 91 * DAY]),
    itemOf(two, [[0, 100]], [101 * DAY, 99 * DAY]),
    itemOf(three, [[0, 100]], [-10, -DAY]),
  ]
  expect((await merge(student, items)).json()).toEqual({ merged: 3, skipped: 0, addedSeconds: 0 })
  const { courses } = await inPlaylist(student, playlistId)
  expect(courses.map(({ watchedSeconds }) => watchedSeconds)).toEqual([0, 0, 0])
})

test('faked spans gain no more than real time', async () => {
  const { testApp, student, ids, playlistId } = await openPlaylist(4)
  await makeOlder(testApp, student, 1 / 24)
  stopClock()
  const items = ids.flatMap((id) => [itemOf(id, [[0, 3600]], [3600, 0]), itemOf(id, [[0, 3600]], [3600, 0])])
  await merge(student, items)
  await merge(student, items)
  const { courses } = await inPlaylist(student, playlistId)
  const sum = courses.reduce((total, { watchedSeconds }) => total + watchedSeconds, 0)
  expect(sum).toBe(3 * 3600 + 60)
})

test('a position is taken only if it is newer', async () => {
  const { testApp, student, courseId, playlistId } = await openPlaylist()
  await makeOlder(testApp, student, 1)
  const at = async () => (await inPlaylist(student, playlistId)).courses[0]?.atSeconds
  const later = stopClock()
  await merge(student, [itemOf(courseId, [[0, 20]], [300, 200])])
  expect(await at()).toBe(20)
  await merge(student, [itemOf(courseId, [[0, 5]], [290, 250])])
  expect(await at()).toBe(20)
  await merge(student, [itemOf(courseId, [[50, 60]], [100, -500]), itemOf(courseId, [[0, 7]], [200, 150])])
  expect(await at()).toBe(60)
  later()
  await saved(student, courseId, saveOf([[5, 6]]))
  expect(await at()).toBe(6)
})

test('after the clock was set back by a day, a merge moves the position and shows a hidden playlist again', async () => {
  const { testApp, student, courseId, playlistId } = await openPlaylist()
  await makeOlder(testApp, student, 3)
  const pass = stopClock()
  await saved(student, courseId, saveOf([[0, 20]]))
  await student.request('PUT', `/api/progress/${playlistId}/hidden`, { hidden: true })
  pass(-86_400)
  await merge(student, [itemOf(courseId, [[40, 50]], [20, 5])])
  expect((await inPlaylist(student, playlistId)).courses).toMatchObject([{ atSeconds: 50 }])
  expect((await listed(student, 'continue')).total).toBe(1)
})

test.each([
  ['a day behind', -86_400],
  ['a day ahead', 86_400],
])('the items of a client whose clock is %s are taken in their order', async (_clock, seconds) => {
  const { testApp, student, courseId, playlistId } = await openPlaylist()
  await makeOlder(testApp, student, 3)
  const pass = stopClock()
  await saved(student, courseId, saveOf([[0, 20]]))
  pass(300)
  const wrong = (ago: number) => new Date(Date.now() + (seconds - ago) * 1000).toISOString()
  const item = { ...itemOf(courseId, [[40, 50]], [0, 0]), startedAt: wrong(100), endedAt: wrong(60) }
  const send = () => student.request('POST', '/api/progress/merge', { items: [item], sentAt: wrong(0) })
  expect((await send()).json()).toEqual({ merged: 1, skipped: 0, addedSeconds: 10 })
  const [course] = (await inPlaylist(student, playlistId)).courses
  expect(course).toMatchObject({ atSeconds: 50, watchedSeconds: 30 })
  expect(course?.updatedAt).toBe(new Date(Date.now() - 60_000).toISOString())
})

test('courses that are gone and videos that were replaced are skipped', async () => {
  const { testApp, student, ids, playlistId } = await openPlaylist(2)
  const [one = '', hidden = ''] = ids
  await testApp.db.updateTable('courses').set({ status: 'cancel' }).where('id', '=', hidden).execute()
  const item = itemOf(one, [[0, 10]], [0, 0])
  const items = [
    item,
    { ...item, courseId: hidden },
    { ...item, courseId: '0'.repeat(24) },
    { ...item, courseId: 'nothing' },
    { ...item, videoKey: 'youtube:another' },
  ]
  expect((await merge(student, items)).json()).toMatchObject({ merged: 1, skipped: 4 })
  expect((await inPlaylist(student, playlistId)).courses).toHaveLength(1)
  expect((await merge(student, [])).json()).toEqual({ merged: 0, skipped: 0, addedSeconds: 0 })
})

test('a merge shows a playlist again that was hidden before it, and no other', async () => {
  const { testApp, student, courseId, playlistId } = await openPlaylist()
  await makeOlder(testApp, student, 1)
  await saved(student, courseId, saveOf([[0, 10]]))
  await student.request('PUT', `/api/progress/${playlistId}/hidden`, { hidden: true })
  await merge(student, [itemOf(courseId, [[0, 20]], [300, 200])])
  expect((await listed(student, 'continue')).total).toBe(0)
  await merge(student, [itemOf(courseId, [[20, 30]], [100, -1])])
  expect((await listed(student, 'continue')).total).toBe(1)
})

test('while the history is paused a merge stores nothing and is taken as sent', async () => {
  const { student, courseId, playlistId } = await openPlaylist()
  await student.request('PUT', '/api/users/me/player', { historyPaused: true })
  expect((await merge(student, [itemOf(courseId, [[0, 10]], [10, 0])])).json()).toEqual({
    merged: 1,
    skipped: 0,
    addedSeconds: 0,
  })
  expect((await inPlaylist(student, playlistId)).courses).toEqual([])
})

test('a course with more than 200 ranges comes as several items', async () => {
  const { testApp, student, courseId, playlistId } = await openPlaylist()
  await makeOlder(testApp, student, 1)
  const pairs = Array.from({ length: 300 }, (_, n): [number, number] => [2 * n, 2 * n + 1])
  const items = [pairs.slice(0, 200), pairs.slice(200)].map((ranges) => itemOf(courseId, ranges, [600, 0]))
  expect((await merge(student, items)).json()).toEqual({ merged: 2, skipped: 0, addedSeconds: 300 })
  expect((await inPlaylist(student, playlistId, courseId)).ranges).toEqual(pairs)
})

test.each([
  [{ items: 'all' }, 'Items must be a list.'],
  [{ items: Array.from({ length: 201 }, () => ({})) }, 'At most 200 items.'],
  [{ items: [{ ...itemOf('a', [[0, 4000]], [10, 0]) }] }, 'Ranges must be whole seconds within the video.'],
])('an invalid merge gets a sentence', async (body, sentence) => {
  const { student } = await openPlaylist()
  const answer = await student.request('POST', '/api/progress/merge', body)
  expect(answer.statusCode).toBe(400)
  expect(Object.values(answer.json().errors)).toContain(sentence)
})
