import type { Comment } from '#contract/comments.ts'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { type Params, prepared, preparedChange } from '#server/data/prepared.ts'
import type { CommentRow, CourseRow, PlaylistRow } from '#server/data/schema.ts'
import { imageRef } from '#server/features/media/image-ref.ts'

/** Comments with their authors, as the API returns them. */
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
      'comments.at_s',
      'comments.parent_id',
      'comments.is_question',
      'comments.answered_by',
      'comments.pinned_at',
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
    at: row.at_s,
    parentId: row.parent_id,
    question: row.is_question === 1,
    answeredBy: row.answered_by,
    pinned: row.pinned_at !== null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const oneComment = prepared((db, params: Params<{ id: string }>) =>
  commentRows(db).where('comments.id', '=', params.value('id')),
)

export async function readComment(db: Db, commentId: string): Promise<Comment | undefined> {
  const [row] = await oneComment(db, { id: commentId })
  return row && commentOf(row)
}

/** A comment with the columns that decide its visibility. */
export type LocatedComment = Pick<CommentRow, 'id' | 'course_id' | 'user_id'> &
  Pick<PlaylistRow, 'teacher_id'> & { status: CourseRow['status']; playlist_status: PlaylistRow['status'] }

const locatedComment = prepared((db, params: Params<{ id: string }>) =>
  db
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
    .where('comments.id', '=', params.value('id')),
)

export async function findComment(db: Db, commentId: string): Promise<LocatedComment | undefined> {
  const [comment] = await locatedComment(db, { id: commentId })
  return comment
}

type NewComment = { text: string; courseId: string; userId: string }

const inserted = preparedChange((db, params: Params<NewComment & { id: string; at: string }>) =>
  db.insertInto('comments').values({
    id: params.value('id'),
    course_id: params.value('courseId'),
    user_id: params.value('userId'),
    text: params.value('text'),
    created_at: params.value('at'),
    updated_at: params.value('at'),
  }),
)

/** Returns the new id at once, so the caller can send the transaction's next queries without waiting for the insert. */
export function insertComment(
  trx: Db,
  { text, courseId, userId }: NewComment,
): { id: string; inserting: Promise<unknown> } {
  const time = Date.now()
  const id = newId(time)
  return { id, inserting: inserted(trx, { id, courseId, userId, text, at: new Date(time).toISOString() }) }
}

const reworded = preparedChange((db, params: Params<{ id: string; text: string; at: string }>) =>
  db
    .updateTable('comments')
    .set({ text: params.value('text'), updated_at: params.value('at') })
    .where('id', '=', params.value('id')),
)

export async function updateText(trx: Db, commentId: string, text: string): Promise<void> {
  await reworded(trx, { id: commentId, text, at: new Date().toISOString() })
}

const deleted = preparedChange((db, params: Params<{ id: string }>) =>
  db.deleteFrom('comments').where('id', '=', params.value('id')),
)

/** Returns whether the comment existed. */
export async function deleteComment(trx: Db, commentId: string): Promise<boolean> {
  return (await deleted(trx, { id: commentId })) > 0
}

const moved = prepared((db, params: Params<{ courseId: string; by: number }>) =>
  db
    .updateTable('courses')
    .set(({ eb }) => ({ comments_count: eb('comments_count', '+', params.value('by')) }))
    .where('id', '=', params.value('courseId'))
    .returning('comments_count'),
)

/** Returns the course's new number of comments. */
export async function moveCommentsCount(trx: Db, courseId: string, by: 1 | -1): Promise<number> {
  const [course] = await moved(trx, { courseId, by })
  if (!course) throw new Error('A course went while something was pointing at it.')
  return course.comments_count
}
