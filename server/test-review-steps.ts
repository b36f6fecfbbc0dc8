/** Steps of the review of a course, in an order of chance. */
import fc from 'fast-check'
import { APPROVAL_STATUSES } from '#contract/catalog/status-values.ts'
import { type TestApp, type TestUser, Upload } from '#server/test-app.ts'

/** Hundreds of calls, one after the other. */
export const LONG = 120_000
export const VIDEOS = ['dQw4w9WgXcQ', 'aqz-KE-bpKQ', 'aaaaaaaaaaa']

export type Step =
  | { kind: 'submit' }
  | { kind: 'withdraw' }
  | { kind: 'edit'; title?: string | undefined; video?: string | undefined; draft: boolean }
  | { kind: 'decide'; state: 'approved' | 'changes' | 'rejected' }
  | { kind: 'old'; status: (typeof APPROVAL_STATUSES)[number] }

export const step: fc.Arbitrary<Step> = fc.oneof(
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

export interface Site {
  testApp: TestApp
  teacher: TestUser
  admin: TestUser
  playlistId: string
  courseId: string
}

export const revisionsOf = ({ testApp, courseId }: Site) =>
  testApp.db
    .selectFrom('revisions')
    .selectAll()
    .where('subject_id', '=', courseId)
    .orderBy('number')
    .execute()

/** The status of the answer. */
export async function take(site: Site, step: Step): Promise<number> {
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
