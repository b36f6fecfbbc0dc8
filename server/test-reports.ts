import type { ReportedKind, ReportGroup } from '#contract/reports/reports.ts'
import { newId } from './data/ids.ts'
import type { TestApp, TestUser } from './test-app.ts'
import { insertCourse, insertPlaylist } from './test-publications.ts'

interface NewReport {
  courseId: string
  author: Pick<TestUser, 'id'>
  reporter: Pick<TestUser, 'id'>
}

/** An open report about a course. */
export async function insertReport(
  { db }: Pick<TestApp, 'db'>,
  { courseId, author, reporter }: NewReport,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('reports')
    .values({
      id,
      reporter_id: reporter.id,
      subject_kind: 'course',
      subject_id: courseId,
      author_id: author.id,
      course_id: null,
      hides_at: null,
      reason: 'Spam',
      text: '',
      state: 'open',
      created_at: new Date().toISOString(),
    })
    .execute()
  return id
}

/** Makes an account older than the days that its reports need to count. */
export async function age(
  { db }: Pick<TestApp, 'db'>,
  { id }: Pick<TestUser, 'id'>,
  days = 8,
): Promise<void> {
  const created_at = new Date(Date.now() - days * 86_400_000).toISOString()
  await db.updateTable('users').set({ created_at }).where('id', '=', id).execute()
}

// biome-ignore lint/complexity/useMaxParams: reads like the report it files
export function report({ request }: TestUser, kind: ReportedKind, id: string, reason = 'Hurtful') {
  return request('POST', '/api/reports', { subjectKind: kind, subjectId: id, reason })
}

/** A course with two comments of Ann, and accounts that are old enough to hide one of them. */
export async function openReportedCourse(testApp: TestApp) {
  const teacher = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const author = await testApp.user('Ann')
  const reporters = [await testApp.user('Sam'), await testApp.user('Tim'), await testApp.user('Uma')]
  for (const each of reporters) await age(testApp, each)
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  const say = async (person: TestUser, text: string, more: object = {}): Promise<string> =>
    (await person.request('POST', '/api/comments', { text, courseId, ...more })).json().comment._id
  const commentId = await say(author, 'You are all stupid.')
  const politeId = await say(author, 'Thank you.')
  const reader = await testApp.user('Eve')
  /** Three reports hide it. */
  const hide = async (id = commentId) => {
    for (const each of reporters) await report(each, 'comment', id)
  }
  return { teacher, admin, author, reporters, reader, playlistId, courseId, commentId, politeId, say, hide }
}

/** The first card of the admins. */
export async function firstGroup(admin: TestUser): Promise<ReportGroup> {
  return (await admin.request('GET', '/api/admin/reports')).json().groups[0]
}

export async function decide(admin: TestUser, body: { state: 'kept' | 'removed'; message?: string }) {
  const { _id } = await firstGroup(admin)
  return admin.request('POST', `/api/admin/reports/${_id}/decide`, body)
}
