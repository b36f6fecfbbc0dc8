import type { NotificationData, SubjectKind } from '#contract/notifications/notification-fields.ts'
import type { NotificationKind } from '#contract/notifications/notification-kinds.ts'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { markAllAnnounced } from '#server/features/catalog/versions/new-public.queries.ts'
import type { InsertedPlaylist } from './playlists.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const COMMENTS_TOLD = 6

interface Audience {
  /** The public ones. */
  playlists: InsertedPlaylist[]
  students: string[]
  adminId: string
}

/** Inserts follows, and notifications for the first teacher and the first student. Those older than a day are read. */
export async function insertNotifications(
  trx: Db,
  { playlists, students, adminId }: Audience,
): Promise<void> {
  await markAllAnnounced(trx)
  const [playlist] = playlists
  const [student] = students
  if (!playlist || student === undefined) return
  await insertFollows(trx, playlist, students)
  await notifyTeacher(trx, playlist.teacherId, adminId)
  await notifyStudent(trx, student, playlist)
}

async function insertFollows(
  trx: Db,
  { id, teacherId }: InsertedPlaylist,
  students: string[],
): Promise<void> {
  const created_at = new Date(Date.now() - DAY).toISOString()
  await trx
    .insertInto('follows')
    .values(
      students.flatMap((user_id) => [
        { user_id, teacher_id: teacherId, playlist_id: null, created_at },
        { user_id, teacher_id: null, playlist_id: id, created_at },
      ]),
    )
    .execute()
}

/** All students follow these teachers, too. */
export async function followTeachers(
  trx: Db,
  { students, teacherIds }: { students: string[]; teacherIds: string[] },
): Promise<void> {
  const created_at = new Date(Date.now() - DAY).toISOString()
  const follows = students.flatMap((user_id) =>
    teacherIds.map((teacher_id) => ({ user_id, teacher_id, playlist_id: null, created_at })),
  )
  await trx.insertInto('follows').values(follows).execute()
}

/** Notifies of the newest comments on the teacher's courses, and of the requested changes. */
async function notifyTeacher(trx: Db, teacherId: string, adminId: string): Promise<void> {
  const comments = await trx
    .selectFrom('comments')
    .innerJoin('courses', 'courses.id', 'comments.course_id')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select(['comments.id', 'comments.user_id', 'comments.course_id', 'comments.is_question'])
    .select('comments.created_at')
    .where('playlists.teacher_id', '=', teacherId)
    .where('comments.user_id', '<>', teacherId)
    .where('comments.parent_id', 'is', null)
    .orderBy('comments.id', 'desc')
    .limit(COMMENTS_TOLD)
    .execute()
  for (const { id, user_id, course_id, is_question, created_at } of comments) {
    await tell(trx, {
      userId: teacherId,
      kind: is_question === 1 ? 'question' : 'comment',
      subject: { kind: 'comment', id },
      group: course_id,
      actorId: user_id,
      time: Date.parse(created_at),
    })
  }
  const sentBack = await trx
    .selectFrom('revisions')
    .select(['subject', 'subject_id'])
    .where('teacher_id', '=', teacherId)
    .where('state', '=', 'changes')
    .executeTakeFirst()
  if (!sentBack) return
  await tell(trx, {
    userId: teacherId,
    kind: 'decision',
    subject: { kind: sentBack.subject, id: sentBack.subject_id },
    actorId: adminId,
    data: { state: 'changes', reasons: 2, notes: 2 },
    time: Date.now() - HOUR,
  })
}

/** Notifies of the answer to the student's question, and of a new video and playlist that they follow. */
async function notifyStudent(
  trx: Db,
  userId: string,
  { id, teacherId, courses }: InsertedPlaylist,
): Promise<void> {
  const answer = await trx
    .selectFrom('comments')
    .innerJoin('comments as question', 'question.answered_by', 'comments.id')
    .select(['comments.id', 'comments.user_id', 'comments.created_at', 'question.id as question_id'])
    .where('question.user_id', '=', userId)
    .executeTakeFirst()
  if (answer)
    await tell(trx, {
      userId,
      kind: 'answer',
      subject: { kind: 'comment', id: answer.id },
      group: answer.question_id,
      actorId: answer.user_id,
      time: Date.parse(answer.created_at),
    })
  const actorId = teacherId
  const course = courses.findLast(({ isPublic }) => isPublic)
  if (course)
    await tell(trx, {
      userId,
      kind: 'video_followed',
      subject: { kind: 'course', id: course.id },
      group: id,
      actorId,
      data: { videos: 1 },
      time: Date.now() - 2 * HOUR,
    })
  const subject = { kind: 'playlist', id } as const
  await tell(trx, { userId, kind: 'playlist_new', subject, actorId, time: Date.now() - 4 * DAY })
}

interface Told {
  userId: string
  kind: NotificationKind
  subject: { kind: SubjectKind; id: string }
  group?: string
  actorId: string
  data?: NotificationData
  time: number
}

/** Inserts a notification without a mail. */
async function tell(
  trx: Db,
  { userId, kind, subject, group = subject.id, actorId, data = {}, time }: Told,
): Promise<void> {
  const at = new Date(time).toISOString()
  await trx
    .insertInto('notifications')
    .values({
      id: newId(time),
      user_id: userId,
      kind,
      subject_kind: subject.kind,
      subject_id: subject.id,
      group_id: group,
      actor_id: actorId,
      data: JSON.stringify(data),
      created_at: at,
      read_at: time < Date.now() - DAY ? at : null,
    })
    .execute()
}
