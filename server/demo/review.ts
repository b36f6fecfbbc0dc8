import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { editItem } from '#server/features/catalog/versions/edits.ts'
import { addMissingRevisions } from '#server/features/catalog/versions/first-revisions.queries.ts'
import { findItem, type Item } from '#server/features/catalog/versions/items.queries.ts'
import { currentRevision, decideItem } from '#server/features/catalog/versions/revisions.ts'
import { insertNotes } from '#server/features/review/notes.queries.ts'
import { listReasons } from '#server/features/review/reasons.queries.ts'
import type { DemoReport, DemoReview } from './content.ts'
import { createdAt, type InsertedCourse } from './playlists.ts'

interface Reviewing {
  review: DemoReview
  adminId: string
}

/** Fills the review desk: what is pending waits, an approved course has a changed version, and one was sent back with notes. */
export async function insertReview(trx: Db, { review, adminId }: Reviewing): Promise<void> {
  const { changes, edit } = review
  await sendBack(trx, { adminId, changes })
  const online = await courseCalled(trx, edit.course)
  if (online) {
    const { title, description, videoId } = edit
    const edits = { title, description, video: { source: 'youtube' as const, key: videoId } }
    await editItem(trx, online, { edits, draft: false, reviewEdits: 'all' })
  }
  await addMissingRevisions(trx)
}

async function sendBack(
  trx: Db,
  { adminId, changes }: { adminId: string; changes: DemoReview['changes'] },
): Promise<void> {
  const course = await courseCalled(trx, changes.course)
  if (!course) return
  const item: Item = { ...course, status: 'pending' }
  const revision = await currentRevision(trx, item)
  const known = await listReasons(trx)
  const reasons = known.filter(({ text }) => changes.reasons.includes(text)).map(({ _id }) => _id)
  const { message, notes } = changes
  await decideItem(trx, { item, revision }, { to: 'changes', adminId, reasons, message })
  await insertNotes(trx, { revisionId: revision.id, adminId, notes })
}

async function courseCalled(trx: Db, title: string): Promise<Item | undefined> {
  const row = await trx.selectFrom('courses').select('id').where('title', '=', title).executeTakeFirst()
  return row && findItem(trx, 'course', row.id)
}

const HOUR = 3_600_000

interface Reported {
  report: DemoReport
  courses: InsertedCourse[]
  students: string[]
}

/** Inserts a comment by one student and a report about it by another. */
export async function insertReport(trx: Db, { report, courses, students }: Reported): Promise<void> {
  const course = courses.find(({ isPublic }) => isPublic)
  const [reporterId, authorId] = students
  if (!course || reporterId === undefined || authorId === undefined) return
  const [written, reported] = [Date.now() - 30 * HOUR, Date.now() - 26 * HOUR]
  const commentId = newId(written)
  const comment = { id: commentId, course_id: course.id, user_id: authorId, text: report.comment }
  await trx
    .insertInto('comments')
    .values({ ...comment, ...createdAt(written) })
    .execute()
  await trx
    .insertInto('reports')
    .values({
      id: newId(reported),
      reporter_id: reporterId,
      subject_kind: 'comment',
      subject_id: commentId,
      author_id: authorId,
      course_id: course.id,
      hides_at: null,
      reason: report.reason,
      text: report.text,
      state: 'open',
      created_at: new Date(reported).toISOString(),
    })
    .execute()
}
