import fc from 'fast-check'
import { expect, test } from 'vitest'
import { APPROVAL_STATUSES } from '#contract/catalog/status-values.ts'
import { openTestApp, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

/** Hundreds of calls, one after the other. */
const LONG = 120_000
const VIDEOS = ['dQw4w9WgXcQ', 'aqz-KE-bpKQ', 'aaaaaaaaaaa']

type Step =
  | { kind: 'submit' }
  | { kind: 'withdraw' }
  | { kind: 'edit'; title?: string | undefined; video?: string | undefined; draft: boolean }
  | { kind: 'decide'; state: 'approved' | 'changes' | 'rejected' }
  | { kind: 'old'; status: (typeof APPROVAL_STATUSES)[number] }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('submit' as const) }),
  fc.record({ kind: fc.constant('withdraw' as const) }),
  fc.record({
    kind: fc.constant('edit' as const),
    title: fc.option(fc.constantFrom('Alpha', 'Beta', 'Gamma'), { nil: undefined }),
    video: fc.option(fc.constantFrom(...VIDEOS), { nil: undefined }),
    draft: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('decide' as const),
    state: fc.constantFrom('approved' as const, 'changes' as const, 'rejected' as const),
  }),
  fc.record({ kind: fc.constant('old' as const), status: fc.constantFrom(...APPROVAL_STATUSES) }),
)

interface Site {
  testApp: TestApp
  teacher: TestUser
  admin: TestUser
  playlistId: string
  courseId: string
}

const revisionsOf = ({ testApp, courseId }: Site) =>
  testApp.db
    .selectFrom('revisions')
    .selectAll()
    .where('subject_id', '=', courseId)
    .orderBy('number')
    .execute()

const rowOf = ({ testApp, courseId }: Site) =>
  testApp.db
    .selectFrom('courses')
    .select(['title', 'video_id', 'status'])
    .where('id', '=', courseId)
    .executeTakeFirstOrThrow()

async function take(site: Site, step: Step): Promise<number> {
  const { teacher, admin, playlistId, courseId } = site
  if (step.kind === 'submit' || step.kind === 'withdraw')
    return (await teacher.request('POST', `/api/courses/${courseId}/${step.kind}`)).statusCode
  if (step.kind === 'edit') {
    const fields = {
      ...(step.title !== undefined && { videoTitle: step.title }),
      ...(step.video !== undefined && { videoLink: step.video }),
      ...(step.draft && { draft: 'true' }),
    }
    return (await teacher.request('PUT', `/api/courses/${playlistId}/${courseId}`, new Upload(fields)))
      .statusCode
  }
  if (step.kind === 'old') {
    const body = { isCourseApproved: step.status }
    return (await admin.request('POST', `/api/courses/approve-course/${courseId}`, body)).statusCode
  }
  const newest = (await revisionsOf(site)).at(-1)
  const body = { state: step.state, message: 'Look again.' }
  return (await admin.request('POST', `/api/review/${newest?.id ?? '0'.repeat(24)}/decide`, body)).statusCode
}

/** What everybody may see: the last approved content and the edits since that apply at once. */
interface Model {
  online: { title: string; video_id: string } | undefined
  /** An old call has taken it offline, and its teacher has not yet gone on with the draft beside it. */
  hasSeparateDraft: boolean
}

const SHOWN = {
  draft: ['draft', 'cancel'],
  submitted: ['pending'],
  in_review: ['processing'],
  approved: [],
  changes: ['cancel'],
  rejected: ['cancel'],
  withdrawn: ['draft'],
}

async function check(site: Site, model: Model): Promise<void> {
  const [row, revisions] = await Promise.all([rowOf(site), revisionsOf(site)])
  const open = revisions.filter(({ state }) => ['draft', 'submitted', 'in_review'].includes(state))
  expect(open.length).toBeLessThanOrEqual(1)
  expect(revisions.map(({ number }) => number)).toEqual(revisions.map((_, at) => at + 1))
  if (row.status === 'approved') expect({ title: row.title, video_id: row.video_id }).toEqual(model.online)
  else expect(model.online).toBeUndefined()
  const newest = revisions.at(-1)
  if (newest && row.status !== 'approved' && !model.hasSeparateDraft) {
    expect(SHOWN[newest.state]).toContain(row.status)
    expect(JSON.parse(newest.content)).toMatchObject({ title: row.title, video: { key: row.video_id } })
  }
  if (model.hasSeparateDraft) expect(newest?.state).toBe('draft')
  const decisions = await site.testApp.db
    .selectFrom('decisions')
    .select(['revision_id', 'to_state'])
    .orderBy('id')
    .execute()
  const last = new Map(decisions.map(({ revision_id, to_state }) => [revision_id, to_state]))
  for (const { id, number, state, message } of revisions) {
    // An edit that applied at once has no decision.
    if (message !== 'edited' && number > 1 && ['approved', 'changes', 'rejected'].includes(state))
      expect(last.get(id)).toBe(state)
  }
}

async function follow(site: Site, model: Model, step: Step): Promise<void> {
  const [before, versions] = await Promise.all([rowOf(site), revisionsOf(site)])
  const newest = versions.at(-1)
  const status = await take(site, step)
  expect(status).toBeLessThan(500)
  if (status >= 400) return
  const content = newest && JSON.parse(newest.content)
  const isOpen = newest !== undefined && ['draft', 'submitted', 'in_review'].includes(newest.state)
  const waiting = isOpen ? { title: content.title, video_id: content.video.key } : undefined
  if (step.kind === 'edit' && step.title !== undefined && model.online)
    model.online = { ...model.online, title: step.title }
  if (step.kind === 'decide' && step.state === 'approved') model.online = waiting
  if (step.kind === 'edit' || step.kind === 'submit') model.hasSeparateDraft = false
  if (step.kind !== 'old') return
  if (newest?.state === 'draft' && model.online && step.status !== 'approved') model.hasSeparateDraft = true
  const shown = model.hasSeparateDraft ? undefined : waiting
  if (step.status !== 'approved') model.online = undefined
  // What is online stays as it is: the version that waits beside it is decided on the desk.
  else model.online ??= shown ?? { title: before.title, video_id: before.video_id }
  if (model.online) model.hasSeparateDraft = false
}

test(
  'whatever two people do, the public row is what was approved, and the history is whole',
  async () => {
    const testApp = await openTestApp()
    const teacher = await testApp.user('Ada', 'Teacher')
    const admin = await testApp.user('Root', 'Student', { isAdmin: true })
    const playlistId = await insertPlaylist(testApp, { teacher })
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(step, { minLength: 3, maxLength: 14 }),
        async (isPublic, steps) => {
          const status = isPublic ? 'approved' : 'pending'
          const courseId = await insertCourse(testApp, { playlistId, title: 'Alpha', status })
          const site = { testApp, teacher, admin, playlistId, courseId }
          const model: Model = {
            online: isPublic ? { title: 'Alpha', video_id: VIDEOS[0] ?? '' } : undefined,
            hasSeparateDraft: false,
          }
          for (const each of steps) {
            await follow(site, model, each)
            await check(site, model)
          }
          await testApp.db.deleteFrom('courses').where('id', '=', courseId).execute()
        },
      ),
      { numRuns: 40 },
    )
  },
  LONG,
)

test(
  'two people at once leave at most one open version',
  async () => {
    const testApp = await openTestApp()
    const teacher = await testApp.user('Ada', 'Teacher')
    const admin = await testApp.user('Root', 'Student', { isAdmin: true })
    const playlistId = await insertPlaylist(testApp, { teacher })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), async (steps) => {
        const courseId = await insertCourse(testApp, { playlistId, title: 'Alpha' })
        const site = { testApp, teacher, admin, playlistId, courseId }
        const statuses = await Promise.all(steps.map((each) => take(site, each)))
        expect(statuses.filter((status) => status >= 500)).toEqual([])
        const revisions = await revisionsOf(site)
        const open = revisions.filter(({ state }) => ['draft', 'submitted', 'in_review'].includes(state))
        expect(open.length).toBeLessThanOrEqual(1)
        expect(revisions.map(({ number }) => number)).toEqual(revisions.map((_, at) => at + 1))
        await testApp.db.deleteFrom('courses').where('id', '=', courseId).execute()
      }),
      { numRuns: 15 },
    )
  },
  LONG,
)
