import { expect, test } from 'vitest'
import {
  DURATION_INVALID,
  POSITION_INVALID,
  RANGES_INVALID,
  RATE_INVALID,
  VIDEO_CHANGED,
} from '#contract/learning/progress.ts'
import { deleteUser } from '#server/features/account/users/users.ts'
import { wrongCounts } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { Upload } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { inPlaylist, makeOlder, mark, openPlaylist, put, saved, saveOf } from '#server/test-progress.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

test('a save adds its seconds and moves the position, and saving twice is one save', async () => {
  const { student, courseId, playlistId } = await openPlaylist()
  const save = saveOf([[0, 35]])
  const wanted = { done: false, justDone: false, watchedSeconds: 35, playlistDone: false }
  expect(await saved(student, courseId, save)).toEqual(wanted)
  expect(await saved(student, courseId, save)).toEqual(wanted)
  expect(await inPlaylist(student, playlistId, courseId)).toMatchObject({
    courses: [
      { _id: courseId, atSeconds: 35, watchedSeconds: 35, done: false, doneBy: null, videoReplaced: false },
    ],
    doneCount: 0,
    continueWith: courseId,
    secondsLeft: 65,
    rate: 1,
    ranges: [[0, 35]],
  })
})

test('two devices add up, and the newest position wins', async () => {
  const { student, courseId, playlistId } = await openPlaylist()
  const later = stopClock()
  await saved(student, courseId, saveOf([[0, 20]]))
  later()
  await saved(student, courseId, saveOf([[10, 30]], { at: 12.5 }))
  const { courses, ranges } = await inPlaylist(student, playlistId, courseId)
  expect(courses).toMatchObject([{ atSeconds: 12.5, watchedSeconds: 30 }])
  expect(ranges).toEqual([[0, 30]])
})

test('after the clock was set back by a day, saves move the position and count their seconds', async () => {
  const { testApp, student, courseId, playlistId } = await openPlaylist()
  await makeOlder(testApp, student, 3)
  const pass = stopClock()
  await saved(student, courseId, saveOf([[0, 60]]))
  pass(-86_400)
  await saved(student, courseId, saveOf([], { at: 70 }))
  pass(10)
  await saved(student, courseId, saveOf([[70, 80]]))
  const { courses } = await inPlaylist(student, playlistId)
  expect(courses).toMatchObject([{ atSeconds: 80, watchedSeconds: 70 }])
})

test.each([
  { duration: 100, before: 89, last: 90 },
  { duration: 50, before: 39, last: 40 },
  { duration: 59, before: 47, last: 48 },
  { duration: 60, before: 53, last: 54 },
])('a video of $duration seconds is done at $last and not at $before', async ({ duration, before, last }) => {
  const { student, courseId, playlistId } = await openPlaylist()
  const later = stopClock()
  await saved(student, courseId, saveOf([[0, 30]], { duration }))
  later(60)
  expect(await saved(student, courseId, saveOf([[0, before]], { duration }))).toMatchObject({ done: false })
  expect(await saved(student, courseId, saveOf([[0, last]], { duration }))).toEqual({
    done: true,
    justDone: true,
    watchedSeconds: last,
    playlistDone: true,
  })
  expect(await saved(student, courseId, saveOf([[0, last]], { duration }))).toMatchObject({
    done: true,
    justDone: false,
  })
  expect(await inPlaylist(student, playlistId)).toMatchObject({
    doneCount: 1,
    continueWith: null,
    secondsLeft: 0,
  })
})

test('what comes before the start of a video need not be watched', async () => {
  const { testApp, student, courseId } = await openPlaylist()
  await testApp.db.updateTable('courses').set({ start_s: 60 }).execute()
  const later = stopClock()
  await saved(student, courseId, saveOf([[60, 80]], { duration: 100 }))
  later(60)
  expect(await saved(student, courseId, saveOf([[60, 91]], { duration: 100 }))).toMatchObject({ done: false })
  expect(await saved(student, courseId, saveOf([[60, 92]], { duration: 100 }))).toMatchObject({ done: true })
})

test('reaching the last second alone completes nothing, nor does a video of unknown duration', async () => {
  const { student, courseId } = await openPlaylist()
  expect(await saved(student, courseId, saveOf([[99, 100]]))).toMatchObject({ done: false })
  const other = await openPlaylist()
  const live = saveOf([[0, 50]], { duration: 0 })
  expect(await saved(other.student, other.courseId, live)).toMatchObject({ done: false, watchedSeconds: 50 })
  expect((await mark(other.student, other.courseId, true)).json()).toEqual({ done: true, playlistDone: true })
})

test('a mark that was taken back returns by itself only after five new minutes', async () => {
  const { student, courseId } = await openPlaylist()
  const later = stopClock()
  const of = (seconds: number) => saveOf([[0, seconds]], { duration: 700 })
  await saved(student, courseId, of(50))
  later(600)
  expect(await saved(student, courseId, of(640))).toMatchObject({ justDone: true })
  expect((await mark(student, courseId, false)).json()).toEqual({ done: false, playlistDone: false })
  later(60)
  expect(await saved(student, courseId, of(700))).toMatchObject({ done: false, watchedSeconds: 700 })
  const second = await openPlaylist()
  await saved(second.student, second.courseId, of(60))
  later(600)
  await mark(second.student, second.courseId, true)
  await mark(second.student, second.courseId, false)
  later(600)
  expect(await saved(second.student, second.courseId, of(640))).toMatchObject({ justDone: true })
})

test('a manual mark stays through later saves', async () => {
  const { student, courseId, playlistId } = await openPlaylist(2)
  expect((await mark(student, courseId, true)).json()).toEqual({ done: true, playlistDone: false })
  expect(await saved(student, courseId, saveOf([[0, 10]]))).toMatchObject({ done: true, justDone: false })
  const { courses, doneCount } = await inPlaylist(student, playlistId)
  expect(courses).toMatchObject([{ done: true, doneBy: 'hand', watchedSeconds: 10 }])
  expect(doneCount).toBe(1)
})

test('a save gains at most 60 seconds at once; the rest is dropped without an error', async () => {
  const { student, ids } = await openPlaylist(2)
  const [one = '', other = ''] = ids
  const later = stopClock()
  expect(await saved(student, one, saveOf([[0, 100]]))).toMatchObject({ watchedSeconds: 60, done: false })
  expect(await saved(student, other, saveOf([[0, 100]]))).toMatchObject({ watchedSeconds: 0 })
  later(10)
  expect(await saved(student, one, saveOf([[0, 100]]))).toMatchObject({ watchedSeconds: 90, done: true })
})

test.each([
  [{ ranges: [[-1, 5]] }, 'ranges', RANGES_INVALID],
  [{ ranges: [[5, 4]] }, 'ranges', RANGES_INVALID],
  [{ ranges: [[5, 5]] }, 'ranges', RANGES_INVALID],
  [{ ranges: [[0.5, 4]] }, 'ranges', RANGES_INVALID],
  [{ ranges: [['0', 4]] }, 'ranges', RANGES_INVALID],
  [{ ranges: [[1]] }, 'ranges', RANGES_INVALID],
  [{ ranges: 'all' }, 'ranges', RANGES_INVALID],
  [{ ranges: [[0, 43_201]], duration: 0 }, 'ranges', RANGES_INVALID],
  [{ ranges: [[0, 103]] }, 'ranges', RANGES_INVALID],
  [{ ranges: Array.from({ length: 201 }, () => [0, 1]) }, 'ranges', RANGES_INVALID],
  [{ at: 'here' }, 'at', POSITION_INVALID],
  [{ at: undefined }, 'at', POSITION_INVALID],
  [{ at: -1 }, 'at', POSITION_INVALID],
  [{ duration: null }, 'duration', DURATION_INVALID],
  [{ rate: 4 }, 'rate', RATE_INVALID],
])('%j is answered with a sentence', async (wrong, field, sentence) => {
  const { student, courseId, playlistId } = await openPlaylist()
  const answer = await put(student, courseId, { ...saveOf([[0, 10]]), ...wrong })
  expect(answer.statusCode).toBe(400)
  const { message, errors } = answer.json()
  expect(message).toBe(sentence)
  expect(Object.keys(errors).map((key) => key.split('.')[0])).toContain(field)
  expect((await inPlaylist(student, playlistId)).courses).toEqual([])
})

test('a range may end with the last part of a second', async () => {
  const { student, courseId } = await openPlaylist()
  expect((await put(student, courseId, saveOf([[90, 102]], { duration: 99.4 }))).statusCode).toBe(200)
})

test('a save for another video stores nothing', async () => {
  const { student, courseId, playlistId } = await openPlaylist()
  for (const videoKey of ['youtube:another', 'vimeo:dQw4w9WgXcQ', '']) {
    const answer = await put(student, courseId, saveOf([[0, 10]], { videoKey }))
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ message: VIDEO_CHANGED })
  }
  expect((await inPlaylist(student, playlistId)).courses).toEqual([])
})

test('when the teacher replaces the video, bits and position start again and the mark stays', async () => {
  const { testApp, student, courseId, playlistId } = await openPlaylist()
  await saved(student, courseId, saveOf([[0, 50]], { duration: 50 }))
  await testApp.db.updateTable('courses').set({ video_id: 'abcdefghijk', duration_s: null }).execute()
  expect(await inPlaylist(student, playlistId, courseId)).toMatchObject({
    courses: [{ atSeconds: 0, watchedSeconds: 0, done: true, doneBy: 'watched', videoReplaced: true }],
    ranges: [],
  })
  const save = saveOf([[3, 5]], { videoKey: 'youtube:abcdefghijk' })
  expect(await saved(student, courseId, save)).toMatchObject({ done: true, watchedSeconds: 2 })
  expect(await inPlaylist(student, playlistId, courseId)).toMatchObject({
    courses: [{ atSeconds: 5, watchedSeconds: 2, done: true, videoReplaced: false }],
    ranges: [[3, 5]],
  })
})

test('the key of a Vimeo video leaves out its hash', async () => {
  const { testApp, student, courseId } = await openPlaylist()
  await testApp.db
    .updateTable('courses')
    .set({ source: 'vimeo', source_key: '76979871/abc', video_id: '' })
    .execute()
  expect(await saved(student, courseId, saveOf([[0, 5]], { videoKey: 'vimeo:76979871' }))).toMatchObject({
    watchedSeconds: 5,
  })
})

test('while the history is paused a save stores nothing and returns the stored state', async () => {
  const { student, courseId, playlistId } = await openPlaylist()
  await saved(student, courseId, saveOf([[0, 10]]))
  await student.request('PUT', '/api/users/me/player', { historyPaused: true })
  expect(await saved(student, courseId, saveOf([[10, 60]]))).toEqual({
    done: false,
    justDone: false,
    watchedSeconds: 10,
    playlistDone: false,
  })
  expect((await inPlaylist(student, playlistId)).courses).toMatchObject([{ atSeconds: 10 }])
  await student.request('PUT', '/api/users/me/player', { historyPaused: false })
  expect(await saved(student, courseId, saveOf([[10, 20]]))).toMatchObject({ watchedSeconds: 20 })
})

test('a course that was set to pending answers 404, and its teacher still saves', async () => {
  const { testApp, teacher, student, courseId } = await openPlaylist()
  await testApp.db.updateTable('courses').set({ status: 'pending' }).execute()
  const answer = await put(student, courseId, saveOf([[0, 10]]))
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ message: 'Course not found.' })
  expect((await mark(student, courseId, true)).statusCode).toBe(404)
  expect((await put(teacher, courseId, saveOf([[0, 10]]))).statusCode).toBe(200)
})

test('counts stay true while courses are hidden, moved and deleted, and users go', async () => {
  const { testApp, teacher, student, playlistId, ids } = await openPlaylist(3)
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const eve = await testApp.user('Eve')
  const elsewhere = await insertPlaylist(testApp, { teacher, title: 'Learn CSS' })
  const other = await insertCourse(testApp, { playlistId: elsewhere })
  const [one = '', two = '', three = ''] = ids
  for (const person of [student, eve, teacher]) {
    for (const id of [one, two, three, other]) await mark(person, id, true)
  }
  const inOrder = async (doneCount: number) => {
    expect(await wrongCounts(testApp.db)).toEqual([])
    expect((await inPlaylist(student, playlistId)).doneCount).toBe(doneCount)
  }
  const approve = (id: string, isCourseApproved: string) =>
    admin.request('POST', `/api/courses/approve-course/${id}`, { isCourseApproved })
  await inOrder(3)
  await approve(one, 'pending')
  await inOrder(2)
  await approve(one, 'cancel')
  await inOrder(2)
  await approve(one, 'approved')
  await inOrder(3)
  const move = new Upload({ playlist: elsewhere })
  expect((await teacher.request('PUT', `/api/courses/${playlistId}/${two}`, move)).statusCode).toBe(200)
  await inOrder(2)
  await teacher.request('DELETE', `/api/courses/${playlistId}/${three}`)
  expect(await wrongCounts(testApp.db)).toEqual([])
  await deleteUser(testApp, eve.id)
  expect(await wrongCounts(testApp.db)).toEqual([])
  for (const table of ['progress', 'playlist_progress', 'progress_credits', 'learning_days'] as const) {
    const rows = await testApp.db.selectFrom(table).select('user_id').where('user_id', '=', eve.id).execute()
    expect(rows).toEqual([])
  }
})

test('a save changes no cached response, unless it tells the duration', async () => {
  const { testApp, student, courseId, playlistId } = await openPlaylist()
  const told: unknown[] = []
  testApp.context.invalidation.onInvalidate((tags) => told.push(tags))
  await saved(student, courseId, saveOf([[0, 10]]))
  expect(told).toEqual([[courseId, playlistId]])
  await saved(student, courseId, saveOf([[10, 20]]))
  await mark(student, courseId, true)
  expect(told).toHaveLength(1)
})
