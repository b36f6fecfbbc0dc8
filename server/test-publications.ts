import type { ApprovalStatus } from '#contract/catalog/status.ts'
import { newId } from './data/ids.ts'
import { sortKey } from './data/sort-key.ts'
import { endOf } from './features/catalog/courses/outline.queries.ts'
import { recountPlaylist, recountTeacher } from './features/catalog/playlists/counts.queries.ts'
import type { TestApp, TestUser } from './test-app.ts'

interface NewPlaylist {
  teacher: TestUser
  title?: string
  status?: ApprovalStatus
  category?: string
}

/** Inserts a playlist in any state; publishing has its own tests. */
export async function insertPlaylist(
  { db, category }: TestApp,
  { teacher, title = 'Learn HTML', status = 'approved', category: wanted }: NewPlaylist,
): Promise<string> {
  const time = Date.now()
  const at = new Date(time).toISOString()
  const { id: categoryId } = await db
    .selectFrom('categories')
    .select('id')
    .where('title', '=', await category(wanted))
    .executeTakeFirstOrThrow()
  const row = {
    id: newId(time),
    teacher_id: teacher.id,
    category_id: categoryId,
    title,
    title_key: sortKey(title),
    description: 'All of it.',
    image: await photoOf(db, teacher.id),
    status,
    created_at: at,
    updated_at: at,
  }
  await db.insertInto('playlists').values(row).execute()
  await recountTeacher(db, teacher.id)
  return row.id
}

interface NewCourse {
  playlistId: string
  title?: string
  status?: ApprovalStatus
}

/** Inserts a course in any state and updates the counts of its playlist and teacher. */
export async function insertCourse(
  { db }: TestApp,
  { playlistId, title = 'First steps', status = 'approved' }: NewCourse,
): Promise<string> {
  const time = Date.now()
  const at = new Date(time).toISOString()
  const { teacher_id } = await db
    .selectFrom('playlists')
    .select('teacher_id')
    .where('id', '=', playlistId)
    .executeTakeFirstOrThrow()
  const row = {
    id: newId(time),
    playlist_id: playlistId,
    title,
    title_key: sortKey(title),
    video_id: 'dQw4w9WgXcQ',
    description: 'From the beginning.',
    image: await photoOf(db, teacher_id),
    status,
    ...(await endOf(db, { playlistId })),
    created_at: at,
    updated_at: at,
  }
  await db.insertInto('courses').values(row).execute()
  await recountPlaylist(db, playlistId)
  await recountTeacher(db, teacher_id)
  return row.id
}

async function photoOf(db: TestApp['db'], userId: string): Promise<string> {
  const { photo } = await db
    .selectFrom('users')
    .select('photo')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return photo
}
