import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import type { DemoReport } from './content.ts'
import { createdAt, type InsertedCourse } from './playlists.ts'

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
