import { expect, test } from 'vitest'
import { deleteUser } from '#server/features/account/users/users.ts'
import { stopClock } from '#server/test-clock.ts'
import { type Caller, makeOlder, merge, openPlaylist, put, saved, saveOf } from '#server/test-progress.ts'

const EARLIEST = '2000-01-01'
const DAY_S = 86_400

interface Day {
  day: string
  seconds: number
}

async function daysOf({ request }: Caller, from = EARLIEST): Promise<Day[]> {
  const answer = await request('GET', `/api/learning/days?from=${from}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().days
}

/** The day of UTC, or one that many days later. */
const dayIn = (days = 0) => new Date(Date.now() + days * DAY_S * 1000).toISOString().slice(0, 10)

/** A playlist, and a clock that has stopped half an hour before midnight of UTC. */
async function beforeMidnight(courses = 1) {
  const later = stopClock()
  const untilMidnight = DAY_S - (Math.floor(Date.now() / 1000) % DAY_S)
  later(((untilMidnight + DAY_S - 1800) % DAY_S) + 1)
  return { ...(await openPlaylist(courses)), later }
}

test('new seconds belong to the day of the browser that saves them, and a repeated save adds none', async () => {
  const { student, courseId, later } = await beforeMidnight()
  const first = { ...saveOf([[0, 30]]), timeZone: 'America/New_York' }
  await saved(student, courseId, first)
  await saved(student, courseId, first)
  await saved(student, courseId, { ...saveOf([[30, 35]]), timeZone: 'Asia/Tokyo' })
  expect(await daysOf(student)).toEqual([
    { day: dayIn(), seconds: 30 },
    { day: dayIn(1), seconds: 5 },
  ])
  later(1900)
  await saved(student, courseId, { ...saveOf([[20, 60]]), timeZone: 'Etc/UTC' })
  expect(await daysOf(student, dayIn())).toEqual([{ day: dayIn(), seconds: 30 }])
})

test('a client that sends no zone, or none that exists, gets the day of its user’s settings', async () => {
  const { student, courseId } = await beforeMidnight()
  await student.request('PUT', '/api/notifications/settings', { timeZone: 'Asia/Tokyo' })
  await saved(student, courseId, saveOf([[0, 10]]))
  for (const timeZone of ['Nowhere/Else', '+14:00', 7, 'x'.repeat(100)]) {
    const answer = await put(student, courseId, { ...saveOf([[0, 20]]), timeZone })
    expect(answer.statusCode).toBe(200)
  }
  expect(await daysOf(student)).toEqual([{ day: dayIn(1), seconds: 20 }])
})

test('what was watched offline belongs to the day on which it ended', async () => {
  const { testApp, student, ids } = await beforeMidnight(2)
  await makeOlder(testApp, student, 5)
  const itemOf = (courseId: string, daysAgo: number) => {
    const endedAt = new Date(Date.now() - daysAgo * DAY_S * 1000)
    const startedAt = new Date(endedAt.getTime() - 60_000)
    return {
      ...saveOf([[0, 40]]),
      courseId,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt.toISOString(),
    }
  }
  const items = ids.map((id, index) => itemOf(id, index + 1))
  expect((await merge(student, items)).json()).toEqual({ merged: 2, skipped: 0, addedSeconds: 80 })
  await merge(student, items)
  expect(await daysOf(student)).toEqual([
    { day: dayIn(-2), seconds: 40 },
    { day: dayIn(-1), seconds: 40 },
  ])
})

test('days go with the history and the account; forgetting one course leaves them, and a paused history adds none', async () => {
  const { testApp, student, ids } = await beforeMidnight(2)
  const [one = '', two = ''] = ids
  await saved(student, one, saveOf([[0, 10]]))
  await student.request('DELETE', `/api/progress/${one}`)
  await student.request('PUT', '/api/users/me/player', { historyPaused: true })
  await saved(student, two, saveOf([[0, 10]]))
  await student.request('PUT', '/api/users/me/player', { historyPaused: false })
  expect(await daysOf(student)).toMatchObject([{ seconds: 10 }])
  await student.request('DELETE', '/api/progress')
  expect(await daysOf(student)).toEqual([])
  await saved(student, two, saveOf([[0, 10]]))
  await deleteUser(testApp, student.id)
  expect(await testApp.db.selectFrom('learning_days').selectAll().execute()).toEqual([])
})

test('an answer has at most 92 days, the earliest first, and only the caller’s own', async () => {
  const { testApp, student, teacher } = await openPlaylist()
  const days = Array.from({ length: 100 }, (_, index) => dayIn(index - 100))
  const rows = days.map((day, index) => ({ user_id: student.id, day, seconds: index + 1 }))
  await testApp.db.insertInto('learning_days').values(rows).execute()
  const first = await daysOf(student)
  expect(first.map(({ day }) => day)).toEqual(days.slice(0, 92))
  expect(await daysOf(student, first.at(-1)?.day)).toHaveLength(9)
  expect(await daysOf(teacher)).toEqual([])
  for (const query of ['', '?from=', '?from=2026-02-30', '?from=yesterday']) {
    const answer = await student.request('GET', `/api/learning/days${query}`)
    expect([answer.statusCode, answer.json().errors]).toEqual([
      400,
      { from: 'From must be a day, such as 2026-11-26.' },
    ])
  }
  const answer = await student.request('GET', `/api/learning/days?from=${EARLIEST}`)
  expect(answer.headers['cache-control']).toBe('no-store')
})
