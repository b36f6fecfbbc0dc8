import type { Comment } from '#contract/comments.ts'
import type { Db } from '#server/core/db/database.ts'
import type { CommentRow, CourseRow, PlaylistRow } from '#server/core/db/schema.ts'
import { newId } from '#server/core/ids.ts'
import { imageRef } from '#server/core/image-ref.ts'

/** Comments with their authors, as they are sent. */
export function commentRows(db: Db) {
  return db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .innerJoin('images', 'images.name', 'users.photo')
    .select([
      'comments.id',
      'comments.text',
      'comments.course_id',
      'comments.created_at',
      'comments.updated_at',
      'users.id as user_id',
      'users.username',
      'users.role',
      'images.name',
      'images.width',
      'images.height',
      'images.widths',
      'images.placeholder',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof commentRows>['execute']>>[number]

export function commentOf(row: Row): Comment {
  return {
    _id: row.id,
    text: row.text,
    courseId: row.course_id,
    user: { _id: row.user_id, username: row.username, profilePhoto: imageRef(row), role: row.role },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export async function readComment(db: Db, commentId: string): Promise<Comment | undefined> {
  const row = await commentRows(db).where('comments.id', '=', commentId).executeTakeFirst()
  return row && commentOf(row)
}

/** A comment and what decides who may see it. */
export type CommentInPlace = Pick<CommentRow, 'id' | 'course_id' | 'user_id'> &
  Pick<PlaylistRow, 'teacher_id'> & { status: CourseRow['status']; playlist_status: PlaylistRow['status'] }

export async function findComment(db: Db, commentId: string): Promise<CommentInPlace | undefined> {
  return db
    .selectFrom('comments')
    .innerJoin('courses', 'courses.id', 'comments.course_id')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select([
      'comments.id',
      'comments.course_id',
      'comments.user_id',
      'courses.status',
      'playlists.teacher_id',
      'playlists.status as playlist_status',
    ])
    .where('comments.id', '=', commentId)
    .executeTakeFirst()
}

interface NewComment {
  text: string
  courseId: string
  userId: string
}

/** Gives the new comment's id. */
export async function insertComment(trx: Db, { text, courseId, userId }: NewComment): Promise<string> {
  const time = Date.now()
  const at = new Date(time).toISOString()
  const id = newId(time)
  await trx
    .insertInto('comments')
    .values({ id, course_id: courseId, user_id: userId, text, created_at: at, updated_at: at })
    .execute()
  return id
}

export async function updateText(trx: Db, commentId: string, text: string): Promise<void> {
  await trx
    .updateTable('comments')
    .set({ text, updated_at: new Date().toISOString() })
    .where('id', '=', commentId)
    .execute()
}

/** Whether there was one. */
export async function deleteComment(trx: Db, commentId: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('comments').where('id', '=', commentId).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Gives how many comments the course has now. */
export async function moveCommentsCount(trx: Db, courseId: string, by: 1 | -1): Promise<number> {
  const { comments_count } = await trx
    .updateTable('courses')
    .set(({ eb }) => ({ comments_count: eb('comments_count', '+', by) }))
    .where('id', '=', courseId)
    .returning('comments_count')
    .executeTakeFirstOrThrow()
  return comments_count
}
