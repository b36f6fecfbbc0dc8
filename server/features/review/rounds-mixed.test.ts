import fc from 'fast-check'
import { expect, test } from 'vitest'
import { APPROVAL_STATUSES } from '#contract/catalog/status-values.ts'
import { wrongCounts } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { addMissingRevisions } from '#server/features/catalog/versions/first-revisions.queries.ts'
import { openTestApp, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

/** Hundreds of calls, one after the other. */
const LONG = 120_000
const STATES = ['approved', 'changes', 'rejected'] as const
const WAITING = ['submitted', 'in_review'] as const

/** `item` 0 is the playlist, the others are its courses. */
type Step =
  | { kind: 'submit' | 'withdraw' | 'edit' | 'delete' | 'restore' | 'add'; item: number }
  | { kind: 'old status'; item: number; status: (typeof APPROVAL_STATUSES)[number] }
  | { kind: 'old decision' | 'decision' | 'many'; item: number; state: (typeof STATES)[number] }

const item = fc.nat(3)
const state = fc.constantFrom(...STATES)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('submit', 'withdraw', 'edit', 'delete', 'restore', 'add'), item }),
  fc.record({ kind: fc.constant('old status'), item, status: fc.constantFrom(...APPROVAL_STATUSES) }),
  fc.record({ kind: fc.constantFrom('old decision', 'decision', 'many'), item, state }),
)

interface Site {
  testApp: TestApp
  teacher: TestUser
  admin: TestUser
  playlistId: string
}

const coursesOf = ({ testApp, playlistId }: Site) =>
  testApp.db
    .selectFrom('courses')
    .select('id')
    .where('playlist_id', '=', playlistId)
    .where('trash_id', 'is', null)
    .orderBy('id')
    .execute()

const trashOf = ({ testApp, playlistId }: Site) =>
  testApp.db
    .selectFrom('trash')
    .select(['id', 'subject_id', 'kind'])
    .where('playlist_id', '=', playlistId)
    .orderBy('id')
    .execute()

const waitingOf = ({ testApp, playlistId }: Site) =>
  testApp.db
    .selectFrom('revisions')
    .select(['id', 'subject', 'subject_id', 'round_id'])
    .where('playlist_id', '=', playlistId)
    .where('state', 'in', WAITING)
    .orderBy('id')
    .execute()

const openRounds = ({ testApp, playlistId }: Site) =>
  testApp.db
    .selectFrom('rounds')
    .select('id')
    .where('playlist_id', '=', playlistId)
    .where('decided_at', 'is', null)
    .execute()

/** Takes a step; returns the status of its answer, or nothing when the step makes no sense now. */
async function take(site: Site, step: Step): Promise<number | undefined> {
  const { teacher, admin, playlistId } = site
  const trash = await trashOf(site)
  if (step.kind === 'restore') {
    const id = trash[step.item % Math.max(1, trash.length)]?.id
    if (id === undefined) return undefined
    return (await teacher.request('POST', `/api/teaching/trash/${id}/restore`, {})).statusCode
  }
  const course = (await coursesOf(site))[step.item - 1]
  if (step.item > 0 && !course && step.kind !== 'add') return undefined
  const path = course ? `/api/courses/${course.id}` : `/api/playlists/${playlistId}`
  const send = async (user: TestUser, address: string, body: object = {}) =>
    (await user.request('POST', address, body)).statusCode
  const body = { state: 'state' in step ? step.state : 'approved', message: 'Well.' }
  const waiting = await waitingOf(site)
  const own = waiting.find(({ subject_id }) => subject_id === (course?.id ?? playlistId))
  const [round] = await openRounds(site)
  if (step.kind === 'submit' || step.kind === 'withdraw') return send(teacher, `${path}/${step.kind}`)
  if (step.kind === 'add') {
    if (trash.some(({ kind }) => kind === 'playlist')) return undefined
    await insertCourse(site.testApp, { playlistId, title: 'More', status: 'pending' })
    await addMissingRevisions(site.testApp.db)
    return undefined
  }
  if (step.kind === 'edit') {
    const form = new Upload(
      course ? { videoLink: 'aqz-KE-bpKQ', videoTitle: 'New' } : { title: 'Another title' },
    )
    const address = course ? `/api/courses/${playlistId}/${course.id}` : path
    return (await teacher.request('PUT', address, form)).statusCode
  }
  if (step.kind === 'delete') {
    const address = course ? `/api/courses/${playlistId}/${course.id}` : `${path}/${teacher.id}`
    return (await teacher.request('DELETE', address)).statusCode
  }
  if (step.kind === 'old status')
    return course
      ? send(admin, `/api/courses/approve-course/${course.id}`, { isCourseApproved: step.status })
      : send(admin, `/api/playlists/approve-playlist/${playlistId}`, { isPlaylistApproved: step.status })
  if (step.kind === 'old decision' && own) return send(admin, `/api/review/${own.id}/decide`, body)
  if (step.kind === 'decision' && round) {
    const notes = own ? [{ revisionId: own.id, field: 'title', text: 'Longer.' }] : []
    return send(admin, `/api/review/rounds/${round.id}/decide`, { ...body, notes })
  }
  if (step.kind === 'many' && round)
    return send(admin, '/api/review/decide', { ids: [round.id], state: 'approved' })
  return undefined
}

async function check(site: Site): Promise<void> {
  const [waiting, open, courses] = await Promise.all([waitingOf(site), openRounds(site), coursesOf(site)])
  expect(open).toHaveLength(waiting.length > 0 ? 1 : 0)
  expect(new Set(waiting.map(({ round_id }) => round_id))).toEqual(new Set(open.map(({ id }) => id)))
  const desk = (
    await site.admin.request('GET', `/api/review?group=rounds&playlist=${site.playlistId}`)
  ).json()
  const videos = waiting.filter(({ subject }) => subject === 'course').length
  const listed = open.length === 1 && courses.length > 0 ? [{ videos }] : []
  expect(desk).toMatchObject({ items: listed, total: listed.length })
  await checkTrash(site, waiting)
  expect(await wrongCounts(site.testApp.db)).toEqual([])
}

/** What is in the trash is a draft that does not wait, and does not exist for its teacher. */
async function checkTrash(site: Site, waiting: { subject_id: string }[]): Promise<void> {
  const { testApp, teacher, playlistId } = site
  const trashed = await testApp.db
    .selectFrom('courses')
    .select(['id', 'status'])
    .where('playlist_id', '=', playlistId)
    .where('trash_id', 'is not', null)
    .execute()
  expect(trashed.filter(({ status }) => status !== 'draft')).toEqual([])
  const isWhole = (await trashOf(site)).some(({ kind }) => kind === 'playlist')
  const gone = new Set([...trashed.map(({ id }) => id), ...(isWhole ? [playlistId] : [])])
  expect(waiting.filter(({ subject_id }) => gone.has(subject_id))).toEqual([])
  const playlist = await teacher.request('GET', `/api/playlists/${playlistId}`)
  expect(playlist.statusCode).toBe(isWhole ? 404 : 200)
  for (const { id } of trashed)
    expect((await teacher.request('GET', `/api/courses/${playlistId}/${id}`)).statusCode).toBe(404)
}

test(
  'however old and new calls are mixed, what waits of a playlist is in its one open round',
  async () => {
    const testApp = await openTestApp()
    const teacher = await testApp.user('Ada', 'Teacher')
    const admin = await testApp.user('Root', 'Student', { isAdmin: true })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const playlistId = await insertPlaylist(testApp, {
          teacher,
          title: 'Learn closures',
          status: 'pending',
        })
        for (const title of ['One', 'Two'])
          await insertCourse(testApp, { playlistId, title, status: 'pending' })
        await addMissingRevisions(testApp.db)
        const site = { testApp, teacher, admin, playlistId }
        for (const each of steps) {
          const status = await take(site, each)
          expect(status ?? 200).toBeLessThan(500)
          await check(site)
        }
      }),
      { numRuns: 40 },
    )
  },
  LONG,
)
