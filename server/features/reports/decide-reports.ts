import type { CourseEvent } from '#contract/events.ts'
import { PROFILE_STAYS, REPORT_DECIDED } from '#contract/reports/report-messages.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import type { ReportRow } from '#server/data/review-rows.ts'
import { commentResource } from '#server/features/comments/comments.ts'
import { removeInside } from '#server/features/comments/removal.ts'
import { type Notified, notify, tellNotified } from '#server/features/notifications/notify.ts'
import { setStatus } from '#server/features/review/approval.ts'
import { AppError } from '#server/http/app-error.ts'
import { showAgain } from './file-report.ts'
import { updateHidden } from './hidden.queries.ts'
import { decideOpen, findReport } from './reports.queries.ts'

export async function reportToDecide(db: Db, id: string): Promise<(ReportRow & Resource) | undefined> {
  const report = isId(id) ? await findReport(db, id) : undefined
  return report && { ...report, access: {} }
}

interface Decision {
  report: ReportRow
  state: 'kept' | 'removed'
  /** For the author; may be empty. */
  message: string
}

interface Decider {
  admin: Viewer
  meta: RequestMeta
}

/**
 * Keeps or removes a reported subject, decides all open reports about it, and notifies the reporters and the author. Returns
 * the pictures that may now be unused. Throws `conflict` when the reports are already decided.
 */
export function decideReports(
  context: Pick<AppContext, 'db' | 'events' | 'jobs' | 'invalidation'>,
  decider: Decider,
  decision: Decision,
): Promise<string[]> {
  const { report, state, message } = decision
  const { subject_kind: kind, subject_id: id } = report
  if (kind === 'user' && state === 'removed') throw new AppError('invalid', PROFILE_STAYS)
  return transaction(context.db, async (trx, after) => {
    const comment =
      kind === 'comment' ? await commentResource(trx, decider.admin, { commentId: id }) : undefined
    const subject = { subject_kind: kind, subject_id: id }
    const reporters = await decideOpen(trx, { ...subject, state, adminId: decider.admin.id })
    if (reporters.length === 0) throw new AppError('conflict', REPORT_DECIDED)
    if (kind === 'comment' && state === 'kept') await updateHidden(trx, [id])
    const removed = state === 'removed' ? await remove(trx, decider, { report, comment }) : NOTHING_REMOVED
    await audit(trx, decider.meta, {
      action: 'report.decided',
      actorId: decider.admin.id,
      subject: id,
      detail: { kind, to: state, reports: reporters.length, ...(message !== '' && { message }) },
    })
    const notified = [
      await notifyReporters(trx, reporters, { kind, id, state }),
      await notifyAuthor(trx, decider.admin, decision),
    ]
    after(() => {
      tellNotified(context, ...notified)
      for (const event of removed.events) context.events.publish(event)
      if (comment?.hidden === 1) showAgain(context, comment.course_id)
    })
    return removed.pictures
  })
}

/** Notifies the author of a removal, or of a message from the admin. */
async function notifyAuthor(trx: Db, admin: Viewer, { report, state, message }: Decision): Promise<Notified> {
  const { subject_kind: kind, subject_id: id, author_id: authorId } = report
  const isTold = authorId !== null && (state === 'removed' || message !== '')
  const data = { state, ...(message !== '' && { message }) }
  const notice = { kind: 'decision', actorId: admin.id, subject: { kind, id }, data } as const
  return notify(trx, { ...notice, userIds: isTold ? [authorId] : [] })
}

interface Removed {
  pictures: string[]
  events: CourseEvent[]
}

const NOTHING_REMOVED: Removed = { pictures: [], events: [] }

interface Removal {
  report: ReportRow
  comment: Awaited<ReturnType<typeof commentResource>>
}

/** Deletes a comment; takes a course or playlist offline. */
async function remove(
  trx: Db,
  { admin, meta }: Decider,
  { report: { subject_kind: kind, subject_id: id, author_id: teacherId }, comment }: Removal,
): Promise<Removed> {
  if (comment) return { pictures: [], events: await removeInside(trx, { comment, actorId: admin.id, meta }) }
  if (kind === 'comment' || kind === 'user' || teacherId === null)
    throw new AppError('conflict', REPORT_DECIDED)
  const decision = { kind, id, teacherId, status: 'cancel', seen: undefined, isSilent: true } as const
  return { pictures: await setStatus(trx, { admin, meta }, decision), events: [] }
}

interface Outcome {
  kind: ReportRow['subject_kind']
  id: string
  state: 'kept' | 'removed'
}

/** Notifies the reporters of the decision and tells them nothing else. */
export function notifyReporters(
  trx: Db,
  reporters: (string | null)[],
  { kind, id, state }: Outcome,
): Promise<Notified> {
  const userIds = reporters.filter((each) => each !== null)
  return notify(trx, { kind: 'report_decided', subject: { kind, id }, data: { state }, userIds })
}
