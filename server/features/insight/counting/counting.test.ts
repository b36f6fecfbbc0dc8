import { expect, test } from 'vitest'
import { deleteUser } from '#server/features/account/users/users.ts'
import { below, pick, type Random, randomOf } from '#server/features/media/art/random.ts'
import { openTestApp, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { NaiveFigures, storedFigures } from '#server/test-figures.ts'
import { makeOlder, mark, put, saveOf } from '#server/test-progress.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { countProgress } from './count.ts'
import { enqueueRecount } from './recount.ts'

/** FIGURES_CHANGES=10000 FIGURES_STOPS=50 FIGURES_SEED=… is the long run before a release. */
const CHANGES = Number(process.env.FIGURES_CHANGES ?? 300)
const STOPS = Number(process.env.FIGURES_STOPS ?? 6)
const SEED = process.env.FIGURES_SEED ?? 'figures'
const LONG = 30 * 60_000

const SECONDS = 95
const VIDEOS = ['dQw4w9WgXcQ', 'abcdefghijk'] as const

interface Site {
  testApp: TestApp
  random: Random
  teacher: TestUser
  admin: TestUser
  playlists: [string, ...string[]]
  /** Everybody who watches; the teacher does, too. */
  people: TestUser[]
  /** Lets seconds pass. */
  pass: (seconds?: number) => void
}

async function openSite(): Promise<Site> {
  const pass = stopClock()
  const testApp = await openTestApp({ rateScale: 1_000_000 })
  const random = randomOf(SEED)
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const first = await insertPlaylist(testApp, { teacher })
  const second = await insertPlaylist(testApp, { teacher, title: 'Learn CSS' })
  for (const playlistId of [first, first, first, second, second]) await insertCourse(testApp, { playlistId })
  const site: Site = { testApp, random, teacher, admin, playlists: [first, second], people: [teacher], pass }
  for (let n = 0; n < 12; n += 1) await addPerson(site)
  return site
}

/** Some have been told that teachers see their names. An old account may watch as much as it likes. */
async function addPerson({ testApp, people, random }: Site): Promise<void> {
  const person = await testApp.user(`Person ${people.length}`)
  await makeOlder(testApp, person, 400)
  if (random() < 0.6)
    await testApp.db
      .updateTable('users')
      .set({ progress_told_at: new Date().toISOString(), progress_shown: random() < 0.7 ? 1 : 0 })
      .where('id', '=', person.id)
      .execute()
  people.push(person)
}

const oneOf = <Item>(random: Random, items: readonly Item[]): Item => {
  const item = items[below(random, items.length)]
  if (item === undefined) throw new Error('There is nothing to choose from.')
  return item
}

async function oneCourse({ testApp: { db }, random }: Site) {
  const courses = await db
    .selectFrom('courses')
    .select(['id', 'playlist_id', 'video_id', 'status'])
    .where('trash_id', 'is', null)
    .orderBy('id')
    .execute()
  return oneOf(random, courses)
}

async function save(site: Site): Promise<void> {
  const { random, people } = site
  const course = await oneCourse(site)
  const from = below(random, SECONDS - 1)
  const to = Math.min(SECONDS, from + 1 + below(random, 60))
  const videoKey = `youtube:${course.video_id}`
  await put(oneOf(random, people), course.id, saveOf([[from, to]], { duration: SECONDS, videoKey }))
}

async function setMark(site: Site): Promise<void> {
  const { random, people } = site
  await mark(oneOf(random, people), (await oneCourse(site)).id, random() < 0.8)
}

async function forget(site: Site): Promise<void> {
  const person = oneOf(site.random, site.people)
  const path = site.random() < 0.8 ? `/api/progress/${(await oneCourse(site)).id}` : '/api/progress'
  await person.request('DELETE', path)
}

async function move(site: Site): Promise<void> {
  const { random, teacher, playlists } = site
  const course = await oneCourse(site)
  const playlist = pick(random, playlists)
  await teacher.request('PUT', `/api/courses/${course.playlist_id}/${course.id}`, new Upload({ playlist }))
}

/** Back to a former video as well. The write is that of a replaced file, without its review. */
async function replace(site: Site): Promise<void> {
  const { random, testApp } = site
  const course = await oneCourse(site)
  await testApp.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('courses')
      .set({ video_id: pick(random, VIDEOS) })
      .where('id', '=', course.id)
      .execute()
    await enqueueRecount(trx, course.playlist_id)
  })
}

async function showOrHide(site: Site): Promise<void> {
  const course = await oneCourse(site)
  const isCourseApproved = site.random() < 0.6 ? 'approved' : 'pending'
  await site.admin.request('POST', `/api/courses/approve-course/${course.id}`, { isCourseApproved })
}

/** A deleted course is followed by a new one, and a deleted account as well. */
async function remove(site: Site): Promise<void> {
  const { testApp, random, teacher, people } = site
  if (random() < 0.5) {
    const { id, playlist_id: playlistId } = await oneCourse(site)
    await teacher.request('DELETE', `/api/courses/${playlistId}/${id}`)
    await insertCourse(testApp, { playlistId })
    await testApp.db.transaction().execute((trx) => enqueueRecount(trx, playlistId))
    return
  }
  const person = oneOf(random, people.slice(1))
  people.splice(people.indexOf(person), 1)
  await deleteUser(testApp, person.id)
  await addPerson(site)
}

/** Each change as often as its number says. */
const CHANGE: [(site: Site) => Promise<void>, number][] = [
  [save, 60],
  [setMark, 20],
  [forget, 6],
  [move, 4],
  [replace, 4],
  [showOrHide, 4],
  [remove, 2],
]
const changes = CHANGE.flatMap(([change, times]) => Array.from({ length: times }, () => change))

class Stopped extends Error {}

/** Ends the job in the middle of its queries, as a killed process does: the transaction is rolled back. */
async function stopCounting({ testApp: { db }, random }: Site): Promise<boolean> {
  let left = 1 + below(random, 40)
  const stopping = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      left -= 1
      if (left <= 0) throw new Stopped('killed')
      return result
    },
  })
  try {
    await countProgress(stopping, { batch: 3 })
    return false
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    return true
  }
}

async function countAll({ testApp, pass }: Site): Promise<void> {
  await countProgress(testApp.db)
  // A playlist is recounted once in ten minutes.
  pass(601)
  await testApp.context.jobs.runDue()
}

test(`after ${CHANGES} random changes every figure is what progress alone says, although the job was stopped ${STOPS} times`, {
  timeout: LONG,
}, async () => {
  const site = await openSite()
  const naive = new NaiveFigures(site.testApp.db)
  const between = Math.floor(CHANGES / STOPS)
  let stopped = 0
  for (let done = 1; done <= CHANGES; done += 1) {
    site.pass()
    await oneOf(site.random, changes)(site)
    if (done % between !== 0) continue
    if (await stopCounting(site)) stopped += 1
    // Neither a stop nor what is saved between it and the next run changes the result.
    for (let more = below(site.random, 5); more > 0; more -= 1) await save(site)
    await countAll(site)
    const figures = await naive.compute()
    expect(await storedFigures(site.testApp.db, figures), `after ${done} changes`).toEqual(figures)
  }
  expect(stopped).toBe(STOPS)
})
