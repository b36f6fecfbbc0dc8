import type { RevisionState } from '#contract/revisions.ts'
import type { ApprovalStatus } from '#contract/status.ts'
import { hashPassword } from './auth/passwords.ts'
import { transaction } from './data/database.ts'
import { newId } from './data/ids.ts'
import { makeResetCode } from './features/auth/reset.ts'
import { rebuildPassages } from './features/search/index/passages.ts'
import { insertVideo as storeVideo } from './features/uploads/videos.queries.ts'
import type { TestApp, TestUser } from './test-app.ts'
import { insertFollows, insertNotification } from './test-follows.ts'
import { PASSWORD } from './test-passwords.ts'
import { VIDEO } from './test-progress.ts'
import { insertCourse, insertPlaylist } from './test-publications.ts'
import { insertReport } from './test-reports.ts'
import { insertReviewNote, insertRevision } from './test-revisions.ts'
import { insertPasskey } from './test-second-step.ts'

/** How public the resource of a call is. */
const VISIBILITIES = {
  seen: { playlist: 'approved', course: 'approved' },
  pending: { playlist: 'pending', course: 'pending' },
  withdrawn: { playlist: 'approved', course: 'cancel' },
  'in a hidden playlist': { playlist: 'processing', course: 'approved' },
} as const satisfies Record<string, { playlist: ApprovalStatus; course: ApprovalStatus }>
export type Visibility = keyof typeof VISIBILITIES

export const ACTORS = [
  'visitor',
  'Student',
  'Other',
  'other teacher',
  'owner',
  'admin',
  'admin-teacher',
] as const
export type Actor = (typeof ACTORS)[number]

/** A teacher's playlist with a course and a comment, and a user of each kind that may call something on them. */
export interface Fixtures {
  testApp: TestApp
  users: Record<Exclude<Actor, 'visitor'> | 'author', TestUser>
  /** The ids for the path of any call. */
  ids: Record<string, string>
  email: string
  code: string
  /** Of one call: the user that makes it. */
  caller?: TestUser | undefined
}

interface FixtureOptions {
  visibility: Visibility
  saved: boolean
  /** The state of the revisions of the playlist and the course. */
  revisions?: RevisionState
}

export async function insertFixtures(
  testApp: TestApp,
  { visibility, saved, revisions = 'submitted' }: FixtureOptions,
): Promise<Fixtures> {
  const owner = await testApp.user('Ada', 'Teacher')
  const users = {
    owner,
    Student: await testApp.user('Sam'),
    Other: await testApp.user('Olu', 'Other', { profession: 'Librarian' }),
    author: await testApp.user('Ann'),
    'other teacher': await testApp.user('Bea', 'Teacher'),
    admin: await testApp.user('Root', 'Student', { isAdmin: true }),
    'admin-teacher': await testApp.user('Mia', 'Teacher', { isAdmin: true }),
  }
  const { playlist, course } = VISIBILITIES[visibility]
  const playlistId = await insertPlaylist(testApp, { teacher: owner, status: playlist })
  const courseId = await insertCourse(testApp, { playlistId, status: course })
  const commentId = await insertComment(testApp, { courseId, author: users.author, isQuestion: 1 })
  const replyId = await insertComment(testApp, { courseId, author: owner, parentId: commentId })
  const captionsId = await insertCaptions(testApp, courseId)
  const noteId = await insertNote(testApp, { courseId, author: owner })
  await insertRevision(testApp, { kind: 'playlist', id: playlistId, state: revisions })
  const revisionId = await insertRevision(testApp, { kind: 'course', id: courseId, state: revisions })
  const reviewNoteId = await insertReviewNote(testApp, revisionId)
  const categoryId = await insertCategory(testApp)
  const reportId = await insertReport(testApp, { courseId, author: owner, reporter: users.Student })
  const videoId = await insertVideo(testApp, owner)
  await insertOwnRows(testApp, users, { playlistId, courseId, commentId, teacherId: owner.id, saved })
  await testApp.db
    .updateTable('users')
    .set({ password_hash: await theHash() })
    .execute()
  const { email } = await testApp.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', users.Student.id)
    .executeTakeFirstOrThrow()
  const { id: sessionId } = await testApp.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', owner.id)
    .where('agent', '=', 'test')
    .executeTakeFirstOrThrow()
  const code = await makeResetCode(testApp.db, users.Student.id)
  const passkeyId = await insertPasskey(testApp, owner)
  const ids = {
    passkeyId,
    playlistId,
    courseId,
    commentId,
    replyId,
    noteId,
    captionsId,
    language: LANGUAGE,
    revisionId,
    reviewNoteId,
    categoryId,
    reportId,
    videoId,
    sessionId,
    teacherId: owner.id,
    userId: owner.id,
    adminId: users.admin.id,
  }
  return { testApp, users, ids, email, code }
}

interface Surroundings {
  playlistId: string
  courseId: string
  commentId: string
  teacherId: string
  saved: boolean
}

/** What each user has of their own: a second session, progress, a notification, perhaps saves and follows. */
async function insertOwnRows(
  testApp: TestApp,
  users: Record<string, TestUser>,
  { playlistId, courseId, commentId, teacherId, saved }: Surroundings,
): Promise<void> {
  for (const { id: userId } of Object.values(users)) {
    await insertSession(testApp, userId)
    if (saved) {
      await insertSave(testApp, { userId, playlistId })
      await insertFollows(testApp, { userId, playlistId, teacherId })
    }
    await insertNotification(testApp, { userId, commentId })
    await insertProgress(testApp, { userId, playlistId, courseId })
  }
}

let hash: Promise<string> | undefined
/** Created once, because hashing is slow. */
function theHash(): Promise<string> {
  hash ??= hashPassword(PASSWORD)
  return hash
}

const LANGUAGE = 'en'
export const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'

async function insertCaptions({ db }: TestApp, courseId: string): Promise<string> {
  const id = newId()
  await db
    .insertInto('captions')
    .values({
      id,
      course_id: courseId,
      language: LANGUAGE,
      label: 'English',
      origin: 'upload',
      vtt: VTT,
      cues_count: 1,
      created_at: new Date().toISOString(),
    })
    .execute()
  await transaction(db, rebuildPassages)
  return id
}

interface NewComment {
  courseId: string
  author: TestUser
  isQuestion?: number
  parentId?: string
}

async function insertComment(
  { db }: TestApp,
  { courseId, author, isQuestion = 0, parentId }: NewComment,
): Promise<string> {
  const id = newId()
  const at = new Date().toISOString()
  const row = {
    id,
    course_id: courseId,
    user_id: author.id,
    text: 'As it was.',
    is_question: isQuestion,
    parent_id: parentId ?? null,
    created_at: at,
    updated_at: at,
  }
  await db.insertInto('comments').values(row).execute()
  await db
    .updateTable('courses')
    .set(({ eb }) => ({ comments_count: eb('comments_count', '+', 1) }))
    .where('id', '=', courseId)
    .execute()
  return id
}

async function insertNote(
  { db }: TestApp,
  { courseId, author }: { courseId: string; author: TestUser },
): Promise<string> {
  const id = newId()
  const at = new Date().toISOString()
  const row = { id, course_id: courseId, user_id: author.id, at_s: 95, text: 'As it was.' }
  await db
    .insertInto('notes')
    .values({ ...row, created_at: at, updated_at: at })
    .execute()
  return id
}

async function insertVideo({ db }: TestApp, owner: TestUser): Promise<string> {
  const video = { id: newId(), owner_id: owner.id, bytes: 1000, created_at: new Date().toISOString() }
  await storeVideo(db, video)
  return video.id
}

async function insertCategory({ db }: TestApp): Promise<string> {
  const id = newId()
  const row = { id, title: `empty ${id}`, title_key: `empty ${id}`, created_at: new Date().toISOString() }
  await db.insertInto('categories').values(row).execute()
  return id
}

/** A second session that a test can end. */
async function insertSession({ db }: TestApp, userId: string): Promise<void> {
  const id = newId()
  const at = new Date().toISOString()
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const times = { created_at: at, last_used_at: at, expires_at }
  const row = { id, token_hash: id, user_id: userId, network: '127.0.0.1', agent: 'elsewhere', ...times }
  await db.insertInto('sessions').values(row).execute()
}

async function insertSave({ db }: TestApp, save: { userId: string; playlistId: string }): Promise<void> {
  const row = { id: newId(), user_id: save.userId, playlist_id: save.playlistId }
  await db.insertInto('saves').values(row).execute()
}

/** Five watched seconds of a course, which a test can hide or delete. */
async function insertProgress(
  { db }: TestApp,
  { userId, playlistId, courseId }: { userId: string; playlistId: string; courseId: string },
): Promise<void> {
  const updated_at = '2026-01-01T00:00:00.000Z'
  await db
    .insertInto('progress')
    .values({
      user_id: userId,
      course_id: courseId,
      video_key: VIDEO,
      at_s: 5,
      duration_s: 100,
      seconds: Buffer.from([0b11111]),
      watched_s: 5,
      updated_at,
    })
    .execute()
  const row = { user_id: userId, playlist_id: playlistId, last_course_id: courseId, updated_at }
  await db.insertInto('playlist_progress').values(row).execute()
}
