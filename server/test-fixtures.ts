import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import type { ApprovalStatus } from '#contract/catalog/status.ts'
import type { RevisionState } from '#contract/review/revisions.ts'
import { transaction } from './data/database.ts'
import { newId } from './data/ids.ts'
import { makeResetCode } from './features/account/auth/reset.ts'
import { reindexCaptions } from './features/search/index/passages.ts'
import { uploadsFolder } from './features/video/video-files.ts'
import { insertVideo as storeVideo, updateVideo } from './features/video/videos.queries.ts'
import type { TestApp, TestUser } from './test-app.ts'
import { insertGroup } from './test-groups.ts'
import { insertInvitations } from './test-invitations.ts'
import { insertOwnRows } from './test-own-rows.ts'
import { PASSWORD } from './test-passwords.ts'
import { insertIdentity } from './test-provider-inputs.ts'
import { insertCourse, insertPlaylist } from './test-publications.ts'
import { insertReport } from './test-reports.ts'
import { restrictPlaylist } from './test-restricted.ts'
import { insertReviewNote, insertRevision, insertRoundOf } from './test-revisions.ts'
import { insertPasskey } from './test-second-step.ts'
import { insertTrashedPlaylists } from './test-trash.ts'

/** How public the resource of a call is. */
const VISIBILITIES = {
  seen: { playlist: 'approved', course: 'approved' },
  pending: { playlist: 'pending', course: 'pending' },
  withdrawn: { playlist: 'approved', course: 'cancel' },
  'in a hidden playlist': { playlist: 'processing', course: 'approved' },
  'for a group': { playlist: 'approved', course: 'approved' },
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
  'lead',
  'not in the group',
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
  const users = await insertUsers(testApp)
  const { owner } = users
  const { playlist, course } = VISIBILITIES[visibility]
  const playlistId = await insertPlaylist(testApp, { teacher: owner, status: playlist })
  const courseId = await insertCourse(testApp, { playlistId, status: course })
  const commentId = await insertComment(testApp, { courseId, author: users.author, isQuestion: 1 })
  const replyId = await insertComment(testApp, { courseId, author: owner, parentId: commentId })
  const captionsId = await insertCaptions(testApp, courseId)
  const noteId = await insertNote(testApp, { courseId, author: owner })
  await insertRevision(testApp, { kind: 'playlist', id: playlistId, state: revisions })
  const revisionId = await insertRevision(testApp, { kind: 'course', id: courseId, state: revisions })
  const roundId = await insertRoundOf(testApp, playlistId)
  const reviewNoteId = await insertReviewNote(testApp, revisionId)
  const categoryId = await insertCategory(testApp)
  const reportId = await insertReport(testApp, { courseId, author: owner, reporter: users.Student })
  const videoId = await insertVideo(testApp, owner)
  const own = { playlistId, courseId, commentId, teacherId: owner.id, saved }
  await insertOwnRows(testApp, Object.values(users), own)
  await testApp.db
    .updateTable('users')
    .set({ password_hash: await theHash() })
    .where('password_hash', '=', 'none')
    .execute()
  const email = await emailOf(testApp, users.Student)
  const { id: sessionId } = await testApp.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', owner.id)
    .where('agent', '=', 'test')
    .executeTakeFirstOrThrow()
  const code = await makeResetCode(testApp.db, users.Student.id)
  if (visibility === 'for a group') await showToClass(testApp, playlistId, users)
  await insertIdentity(testApp, owner)
  const ids = {
    jobId: newId(),
    provider: 'sso',
    passkeyId: await insertPasskey(testApp, owner),
    playlistId,
    courseId,
    commentId,
    replyId,
    noteId,
    captionsId,
    language: LANGUAGE,
    revisionId,
    roundId,
    reviewNoteId,
    categoryId,
    reportId,
    videoId,
    requestId: await insertRequest(testApp, users.author),
    trashId: await insertTrash(testApp, users),
    ...(await insertClass(testApp, { users, visibility })),
    sessionId,
    kind: await insertLegalPage(testApp),
    teacherId: owner.id,
    userId: owner.id,
    adminId: users.admin.id,
  }
  return { testApp, users, ids, email, code }
}

/** The terms of the site, once. */
async function insertLegalPage({ db }: TestApp): Promise<string> {
  const row = {
    kind: 'terms',
    version: 1,
    markdown: 'Be kind.',
    published_at: new Date().toISOString(),
  } as const
  await db
    .insertInto('legal_pages')
    .values({ ...row, published_by: null })
    .onConflict((known) => known.columns(['kind', 'version']).doNothing())
    .execute()
  return row.kind
}

/** A request to teach. */
async function insertRequest({ db }: TestApp, { id: user_id }: TestUser): Promise<string> {
  const id = newId()
  await db
    .insertInto('teacher_requests')
    .values({ id, user_id, reason: 'Woodwork.', created_at: new Date().toISOString() })
    .execute()
  return id
}

/** A group that the owner leads. The author is a member, and so are the others where they see it; the admin is none. */
async function insertClass(
  testApp: TestApp,
  { users, visibility }: { users: Fixtures['users']; visibility: Visibility },
) {
  const { owner, author, admin, Student, Other, 'other teacher': otherTeacher } = users
  const others = visibility === 'seen' ? [Student, Other, otherTeacher] : []
  const groupId = await insertGroup(testApp, { leads: [owner], members: [author, ...others] })
  return { groupId, memberId: author.id, personId: admin.id, ...(await insertInvitations(testApp, groupId)) }
}

async function emailOf({ db }: TestApp, { id }: TestUser): Promise<string> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return email
}

/** Shows the playlist to a group of everybody but one. */
async function showToClass(testApp: TestApp, playlistId: string, users: Fixtures['users']): Promise<void> {
  const { lead, 'not in the group': outsider, ...others } = users
  const members = Object.values(others).filter(({ id }) => id !== outsider.id)
  const groupId = await insertGroup(testApp, { leads: [lead], members })
  await restrictPlaylist(testApp, playlistId, { visibility: 'groups', groupIds: [groupId] })
}

/** Each teacher has a playlist in the trash; gives the id of the owner's. */
async function insertTrash(testApp: TestApp, users: Fixtures['users']): Promise<string> {
  const teachers = [users.owner, users['other teacher'], users['admin-teacher']]
  const [id = ''] = await insertTrashedPlaylists(testApp, teachers)
  return id
}

async function insertUsers(testApp: TestApp): Promise<Fixtures['users']> {
  const users = await testApp.users([
    { name: 'Ada', role: 'Teacher' },
    { name: 'Sam' },
    { name: 'Olu', role: 'Other', profession: 'Librarian' },
    { name: 'Ann' },
    { name: 'Bea', role: 'Teacher' },
    { name: 'Root', isAdmin: true },
    { name: 'Mia', role: 'Teacher', isAdmin: true },
    { name: 'Lea' },
    { name: 'Nia' },
  ])
  const named = (name: string) => {
    const user = users.find(({ username }) => username === name)
    if (!user) throw new Error(`There is no ${name}.`)
    return user
  }
  return {
    owner: named('Ada'),
    Student: named('Sam'),
    Other: named('Olu'),
    author: named('Ann'),
    'other teacher': named('Bea'),
    admin: named('Root'),
    'admin-teacher': named('Mia'),
    lead: named('Lea'),
    'not in the group': named('Nia'),
  }
}

let cheapHash: Promise<string> | undefined
/** Created once and with the least parameters, because each check of a password takes as long as its hash did. */
function theHash(): Promise<string> {
  cheapHash ??= hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  return cheapHash
}

const LANGUAGE = 'en'
export const VTT = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n'

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
  await transaction(db, (trx) => reindexCaptions(trx, id))
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

/** A video whose preparation failed, with its original, so that it can be tried again. */
async function insertVideo({ db, folder }: TestApp, owner: TestUser): Promise<string> {
  const now = new Date().toISOString()
  const video = { id: newId(), owner_id: owner.id, bytes: 1000, created_at: now }
  const upload = { id: video.id, owner_id: owner.id, bytes: 1000, name: 'film.mp4' }
  await storeVideo(db, video)
  await updateVideo(db, video.id, { state: 'failed', fault: 'No.' })
  await db
    .insertInto('uploads')
    .values({ ...upload, received: 1000, state: 'finished', expires_at: now, node: '' })
    .execute()
  await mkdir(uploadsFolder(folder), { recursive: true })
  await writeFile(join(uploadsFolder(folder), upload.id), 'x')
  return video.id
}

async function insertCategory({ db }: TestApp): Promise<string> {
  const id = newId()
  const row = { id, title: `empty ${id}`, title_key: `empty ${id}`, created_at: new Date().toISOString() }
  await db.insertInto('categories').values(row).execute()
  return id
}
