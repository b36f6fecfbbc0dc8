import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CATEGORIES, TOPICS } from '#contract/static-lists.ts'
import { deleteUser } from '#server/features/account/users/users.ts'
import { openTestApp, type TestApp } from '#server/test-app.ts'
import { readAccounts } from './accounts.ts'
import { readContent } from './content.ts'
import { removeGroups } from './groups.ts'
import { seedDemoOnNewSite } from './new-site.ts'
import { type DemoPictures, drawPictures } from './pictures.ts'

const LONG = 120_000
const { playlists, groups } = readContent({ hasFfmpeg: false })

async function seed(
  { db, images, folder }: TestApp,
  { demo, draw }: { demo?: boolean; draw?: typeof drawPictures } = {},
): Promise<string[]> {
  const lines: string[] = []
  const config = { DATA_DIR: folder, DEMO_CONTENT: demo, FFMPEG_PATH: undefined, PATH: '' }
  await seedDemoOnNewSite({ db, images, config, say: (line) => lines.push(line), draw })
  return lines
}

/** Drawing takes most of the time, so the first node draws for all. */
function drawOnce(): typeof drawPictures {
  let drawn: Promise<DemoPictures> | undefined
  return (...asked) => {
    drawn ??= drawPictures(...asked)
    return drawn
  }
}

async function count(
  testApp: TestApp,
  table: 'users' | 'playlists' | 'courses' | 'comments' | 'likes' | 'saves' | 'images',
) {
  const { n } = await testApp.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Every chip of the home page: the categories, and the popular topics. */
async function expectChipsToLead(testApp: TestApp): Promise<void> {
  const find = async (q: string) =>
    (await testApp.request('GET', `/api/playlists/search-playlist?q=${q}`)).json()
  for (const words of [...TOPICS, ...CATEGORIES]) expect((await find(words)).total, words).toBeGreaterThan(0)
  for (const category of CATEGORIES) {
    const { total } = (await testApp.request('GET', `/api/playlists?category=${category}`)).json()
    expect(total, category).toBeGreaterThan(0)
  }
}

/** The desk has an edit of an approved course, new items and a third round; one course was sent back with notes. */
async function expectReview(testApp: TestApp): Promise<void> {
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const read = async (path: string) => (await admin.request('GET', path)).json()
  const { items, counts } = await read('/api/review')
  expect(counts).toMatchObject({ submitted: 4, in_review: 0, changes: 3 })
  const edit = items.find(({ version }: { version: { kind: string } }) => version.kind === 'edit')
  expect(await read(`/api/review/${edit._id}`)).toMatchObject({ changes: ['title', 'description', 'video'] })
  const [sentBack] = (await read('/api/review?state=changes&kind=course')).items
  const { notes, decisions } = await read(`/api/review/${sentBack._id}`)
  expect([notes.length, decisions[0].reasons.length]).toEqual([2, 2])
  const third = (await read('/api/review?group=rounds')).items.find(
    ({ number }: { number: number }) => number === 3,
  )
  const { rounds, playlist } = await read(`/api/review/rounds/${third._id}`)
  expect(playlist.formerly.changes).toEqual(['description'])
  expect(rounds.map((round: { notes: { messages: object[] }[] }) => round.notes[0]?.messages.length)).toEqual(
    [1, 1],
  )
}

/** One student reported the comment of another. */
async function expectReport(testApp: TestApp): Promise<void> {
  const admin = await testApp.user('Rita', 'Student', { isAdmin: true })
  const { groups } = (await admin.request('GET', '/api/admin/reports')).json()
  expect(groups).toMatchObject([
    { subject: { kind: 'comment', hidden: false }, reports: [{ reason: 'Spam' }] },
  ])
}

/** The student is in the middle of a playlist, wrote notes and has an answered question. */
async function expectLearning({ app }: TestApp, token: string): Promise<void> {
  const read = async (url: string) =>
    (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).json()
  const { cards } = await read('/api/progress?kind=continue')
  expect(cards).toHaveLength(3)
  const [{ playlist, course }] = cards
  expect(playlist.doneCount).toBe(2)
  expect(course.atSeconds).toBeGreaterThan(0)
  expect((await read(`/api/notes?courseId=${course._id}`)).notes).toHaveLength(3)
  const { threads } = await read(`/api/courses/${course._id}/threads?filter=questions`)
  expect(threads[0].answeredBy).toBe(threads[0].replies[0]._id)
  const from = new Date(Date.now() - 15 * 86_400_000).toISOString().slice(0, 10)
  const { days } = await read(`/api/learning/days?from=${from}`)
  expect(days.length).toBeGreaterThanOrEqual(11)
}

/** A playlist of each visibility, a lead, two requests to teach and an invitation that waits. */
async function expectGroups({ db }: TestApp): Promise<void> {
  const restricted = await db
    .selectFrom('playlists')
    .select('visibility')
    .distinct()
    .where('status', '=', 'approved')
    .orderBy('visibility')
    .execute()
  expect(restricted.map(({ visibility }) => visibility)).toEqual(['groups', 'members', 'public', 'unlisted'])
  const groups = await db.selectFrom('groups').select(['name', 'members_count']).orderBy('name').execute()
  expect(groups).toEqual([
    { name: 'Design club', members_count: 5 },
    { name: 'Front-end team', members_count: 5 },
  ])
  const leads = await db.selectFrom('group_members').select('user_id').where('is_lead', '=', 1).execute()
  expect(leads).toHaveLength(1)
  const requests = await db.selectFrom('teacher_requests').select('state').execute()
  expect(requests).toEqual([{ state: 'open' }, { state: 'open' }])
  expect(await db.selectFrom('invitations').select(['kind', 'uses']).execute()).toEqual([
    { kind: 'mail', uses: 0 },
  ])
}

/** The student follows a playlist and was told of an answer and a new video. */
async function expectNotifications({ app }: TestApp, token: string): Promise<void> {
  const read = async (url: string) =>
    (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).json()
  const { notifications } = await read('/api/notifications')
  expect(notifications.map(({ kind }: { kind: string }) => kind)).toEqual([
    'video_followed',
    'answer',
    'playlist_new',
  ])
  expect(notifications.some(({ gone }: { gone: boolean }) => gone)).toBe(false)
  expect((await read('/api/follows')).playlists).toHaveLength(1)
}

test('a new site gets demo content once, and its users can log in and be deleted', {
  timeout: LONG,
}, async () => {
  const testApp = await openTestApp()
  // Two nodes start at once. One of them seeds the site.
  const draw = drawOnce()
  const output = (await Promise.all([seed(testApp, { draw }), seed(testApp, { draw })])).map((lines) =>
    lines.join('\n'),
  )
  const [late, first] = output.toSorted(
    (one, other) => Number(one.includes('Sign in')) - Number(other.includes('Sign in')),
  )
  expect(late).toContain('Another node has created it already')
  expect(first).toMatch(/Sign in as:[\s\S]*Admin[\s\S]*Teacher[\s\S]*Student/)
  expect(await count(testApp, 'playlists')).toBe(playlists.length)
  const sizes = playlists.map(({ courses }) => courses.length)
  expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([4, 12])
  expect(await count(testApp, 'courses')).toBe(sizes.reduce((sum, size) => sum + size, 0))
  for (const table of ['comments', 'likes', 'saves'] as const)
    expect(await count(testApp, table)).toBeGreaterThan(10)
  const open = (await testApp.request('GET', '/api/playlists')).json()
  expect(open.total).toBeLessThan(playlists.length)
  await expectChipsToLead(testApp)
  const rejected = await testApp.db
    .selectFrom('courses')
    .select('id')
    .where('status', '=', 'cancel')
    .execute()
  expect(rejected).toHaveLength(1)
  expect(open.playlists[0].approvedCoursesCount).toBeGreaterThan(0)

  const saved = readAccounts(testApp.folder)
  const { mode } = await stat(join(testApp.folder, 'demo-accounts.json'))
  expect(mode & 0o777).toBe(0o600)
  const student = saved?.accounts.find(({ role }) => role === 'Student')
  const login = await testApp.request('POST', '/api/auth/login', {
    email: student?.email,
    password: student?.password,
  })
  expect(login.statusCode).toBe(200)
  expect((await testApp.request('GET', login.json().profilePhoto.url)).statusCode).toBe(200)
  await expectLearning(testApp, login.json().token)
  await expectNotifications(testApp, login.json().token)
  await expectReview(testApp)
  await expectReport(testApp)
  await expectGroups(testApp)

  expect(await seed(testApp)).toEqual([])
  expect(await count(testApp, 'playlists')).toBe(playlists.length)

  const guest = await testApp.user('Grace')
  for (const { id } of saved?.accounts ?? []) await deleteUser({ db: testApp.db, images: testApp.images }, id)
  expect(await count(testApp, 'playlists')).toBe(0)
  expect(await count(testApp, 'comments')).toBe(0)
  expect((await guest.request('GET', `/api/users/profile/${guest.id}`)).statusCode).toBe(200)
  await removeGroups(testApp.db, groups)
  expect(await testApp.db.selectFrom('groups').select('id').execute()).toEqual([])
  expect(await testApp.db.selectFrom('invitations').select('id').execute()).toEqual([])
})

test('a site that rejects the demo, or that has users, is not seeded', async () => {
  const withoutDemo = await openTestApp()
  expect(await seed(withoutDemo, { demo: false })).toEqual([])
  expect(await count(withoutDemo, 'users')).toBe(0)
  const withUsers = await openTestApp()
  await withUsers.user('Ada')
  expect(await seed(withUsers)).toEqual([])
  expect(await count(withUsers, 'playlists')).toBe(0)
})
