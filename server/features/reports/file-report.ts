import { NOT_FOUND } from '#contract/not-found.ts'
import { REPORT_OWN, VIDEO_BROKEN } from '#contract/reports/report-messages.ts'
import type { ReportDraft } from '#contract/reports/reports.ts'
import { isHidden } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isId, newId } from '#server/data/ids.ts'
import { lockToChange } from '#server/data/locks.ts'
import { emit } from '#server/events.ts'
import { visibleCourse, visiblePlaylist } from '#server/features/catalog/playlists/visibility.ts'
import { findComment } from '#server/features/comments/comments.queries.ts'
import { commentResource } from '#server/features/comments/comments.ts'
import { type Notified, notifyAdmins, tellNotified } from '#server/features/notifications/notify.ts'
import { AppError } from '#server/http/app-error.ts'
import { updateHidden } from './hidden.queries.ts'
import { countOpen, findPerson, insertReport, wasKept } from './reports.queries.ts'

const DAY = 86_400_000
/** A younger account can report, but its report does not help to hide a comment. */
const COUNTS_FROM_AGE = 7 * DAY

interface Subject {
  authorId: string
  /** The course of a comment. */
  courseId: string | null
}

/** Throws the `not_found` AppError for a subject that the reporter may not see. */
async function subjectOf(
  trx: Db,
  reporter: Viewer,
  { subjectKind: kind, subjectId: id }: ReportDraft,
): Promise<Subject> {
  if (kind === 'course') {
    const course = await visibleCourse(trx, reporter, { courseId: id, lock: 'stay' })
    return { authorId: course.teacher_id, courseId: null }
  }
  if (kind === 'playlist') {
    const playlist = await visiblePlaylist(trx, reporter, { playlistId: id, lock: 'stay' })
    return { authorId: playlist.teacher_id, courseId: null }
  }
  if (kind === 'user') {
    const person = isId(id) ? await findPerson(trx, id) : undefined
    if (!person) throw new AppError('not_found', NOT_FOUND.user)
    return { authorId: person.id, courseId: null }
  }
  // Reports about one comment wait for each other, so that exactly one of them hides it.
  if (isId(id)) await lockToChange(trx, 'comments', { id })
  const comment = await commentResource(trx, reporter, { commentId: id })
  if (!comment || isHidden(comment.access, reporter)) throw new AppError('not_found', NOT_FOUND.comment)
  return { authorId: comment.user_id, courseId: comment.course_id }
}

type Context = Pick<AppContext, 'db' | 'events' | 'jobs' | 'invalidation'>

interface NewReport {
  draft: ReportDraft
  reportsToHide: number
}

/**
 * Files a report. Returns whether it is new: false if the reporter has an open one about the subject. Enough reports hide a
 * comment at once. A report only enters the queue if an admin ended an earlier one of the same reporter about this comment with
 * Keep. A report that a video does not work enqueues a check of the video.
 */
export function fileReport(
  context: Context,
  reporter: Viewer,
  { draft, reportsToHide }: NewReport,
): Promise<boolean> {
  const { subjectKind: kind, subjectId: id, reason } = draft
  return transaction(context.db, async (trx, after) => {
    const subject = await subjectOf(trx, reporter, draft)
    if (subject.authorId === reporter.id) throw new AppError('invalid', REPORT_OWN)
    if (!(await insert(trx, reporter, { draft, reportsToHide, subject }))) return false
    if (kind === 'course' && reason === VIDEO_BROKEN) await emit(trx, 'course.videoFailed', { courseId: id })
    if (kind === 'comment') await updateHidden(trx, [id])
    const notified = await notifyOfFirst(trx, reporter, draft)
    const hiddenOn = await courseOfHidden(trx, draft)
    after(() => {
      if (notified) tellNotified(context, notified)
      context.jobs.wake()
      if (hiddenOn !== undefined) showAgain(context, hiddenOn)
    })
    return true
  })
}

interface Insertion extends NewReport {
  subject: Subject
}

async function insert(trx: Db, reporter: Viewer, { draft, reportsToHide, subject }: Insertion) {
  const { subjectKind, subjectId, reason, text } = draft
  const now = Date.now()
  const person = await findPerson(trx, reporter.id)
  const isOldEnough = now - Date.parse(person?.created_at ?? '') > COUNTS_FROM_AGE
  const mayHide = subject.courseId !== null && isOldEnough && !(await wasKept(trx, reporter.id, draft))
  return insertReport(trx, {
    id: newId(now),
    reporter_id: reporter.id,
    subject_kind: subjectKind,
    subject_id: subjectId,
    author_id: subject.authorId,
    course_id: subject.courseId,
    hides_at: mayHide ? reportsToHide : null,
    reason,
    text,
    created_at: new Date(now).toISOString(),
  })
}

/** Notifies the admins of the first open report about a subject. */
async function notifyOfFirst(
  trx: Db,
  reporter: Viewer,
  { subjectKind: kind, subjectId: id, reason }: ReportDraft,
): Promise<Notified | undefined> {
  if ((await countOpen(trx, { subject_kind: kind, subject_id: id })) > 1) return undefined
  return notifyAdmins(trx, { kind: 'report', actorId: reporter.id, subject: { kind, id }, data: { reason } })
}

/** The course of the reported comment, if reports hide it now. */
async function courseOfHidden(trx: Db, { subjectKind, subjectId }: ReportDraft) {
  const comment = subjectKind === 'comment' && isId(subjectId) ? await findComment(trx, subjectId) : undefined
  return comment?.hidden === 1 ? comment.course_id : undefined
}

/** Makes each watcher read the comments again after reports have hidden a comment or no longer hide it. */
export function showAgain(
  { events, invalidation }: Pick<AppContext, 'events' | 'invalidation'>,
  courseId: string,
): void {
  invalidation.invalidate([courseId])
  events.publish({ type: 'reset', courseId })
}
