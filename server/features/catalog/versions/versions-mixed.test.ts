import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTestApp } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { LONG, revisionsOf, type Site, type Step, step, take, VIDEOS } from '#server/test-review-steps.ts'

const rowOf = ({ testApp, courseId }: Site) =>
  testApp.db
    .selectFrom('courses')
    .select(['title', 'video_id', 'status'])
    .where('id', '=', courseId)
    .executeTakeFirstOrThrow()

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
