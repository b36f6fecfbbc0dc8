import { sql } from 'kysely'
import type { Comment } from '#contract/comments/comments.ts'
import type { CommentRow } from '#server/data/comment-rows.ts'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { lockableQuery, type RowLock } from '#server/data/locks.ts'
import { type Params, prepared, preparedChange } from '#server/data/prepared.ts'
import { countHiddenOn, HIDDEN } from '#server/features/catalog/hidden-comments.queries.ts'
import type { OpenCourse } from '#server/features/catalog/playlists/visibility.ts'
import { imageRef } from '#server/features/media/image-ref.ts'
import { MENTIONS, mentionsOf } from './mentions.queries.ts'

/** All comments with their authors, including removed and hidden comments. */
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
      'comments.removed_at',
      'comments.likes_count',
      'comments.quote',
      'users.id as user_id',
      'users.username',
      'users.role',
      'images.name',
      'images.width',
      'images.height',
      'images.widths',
      'images.placeholder',
    ])
    .select([HIDDEN, MENTIONS])
}

export type CommentWithAuthor = Awaited<ReturnType<ReturnType<typeof commentRows>['execute']>>[number] & {
  /** 1 or 0; read only for a list. */
  liked?: number
}

export function commentOf(row: CommentWithAuthor): Comment {
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
    ...(row.hidden === 1 && { hidden: true as const }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    likesCount: row.likes_count,
    ...(row.liked !== undefined && { liked: row.liked === 1 }),
    quote: row.quote,
    mentions: mentionsOf(row.mentions),
  }
}

const findRow = prepared((db, params: Params<{ id: string }>) =>
  commentRows(db).where('comments.id', '=', params.value('id')).where('comments.removed_at', 'is', null),
)

export async function readComment(db: Db, commentId: string): Promise<Comment | undefined> {
  const [row] = await findRow(db, { id: commentId })
  return row && commentOf(row)
}

/** A comment with the columns that decide its visibility. */
export type LocatedComment = Pick<CommentRow, 'id' | 'course_id' | 'user_id' | 'parent_id' | 'is_question'> &
  Pick<OpenCourse, 'status' | 'playlist_id' | 'playlist_shown' | 'teacher_id'> & {
    /** 1 while reports hide it, else 0. */
    hidden: number
  }

const findLocated = lockableQuery('comments', (db, params: Params<{ id: string }>) =>
  db
    .selectFrom('comments')
    .innerJoin('courses', 'courses.id', 'comments.course_id')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select([
      'comments.id',
      'comments.course_id',
      'comments.user_id',
      'comments.parent_id',
      'comments.is_question',
      'courses.status',
      'courses.playlist_id',
      'playlists.teacher_id',
      'playlists.shown as playlist_shown',
    ])
    .select(HIDDEN)
    .where('comments.id', '=', params.value('id'))
    .where('comments.removed_at', 'is', null)
    .where('courses.trash_id', 'is', null),
)

/** Inside a transaction it can lock the row until the end. */
export async function findComment(
  db: Db,
  commentId: string,
  lock: RowLock = 'not',
): Promise<LocatedComment | undefined> {
  const [comment] = await findLocated[lock](db, { id: commentId })
  return comment
}

const lockComment = lockableQuery('comments', (db, params: Params<{ id: string }>) =>
  db
    .selectFrom('comments')
    .select(['removed_at', 'user_id', 'is_question'])
    .where('id', '=', params.value('id')),
)

/** Keeps a comment from being removed before the transaction ends, if it exists. */
export async function findAndLockComment(
  trx: Db,
  commentId: string,
): Promise<Pick<CommentRow, 'removed_at' | 'user_id' | 'is_question'> | undefined> {
  const [comment] = await lockComment.stay(trx, { id: commentId })
  return comment
}

const countRows = prepared((db, params: Params<{ id: string }>) =>
  db
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('parent_id', '=', params.value('id')),
)

export async function countReplies(db: Db, commentId: string): Promise<number> {
  const [counted] = await countRows(db, { id: commentId })
  return counted?.n ?? 0
}

const COMMENT = [
  'id',
  'course_id',
  'user_id',
  'text',
  'at_s',
  'parent_id',
  'is_question',
  'quote',
  'created_at',
  'updated_at',
] as const

type NewComment = Pick<CommentRow, (typeof COMMENT)[number]>

const insertRow = preparedChange((db, params: Params<NewComment>) =>
  db.insertInto('comments').columns(COMMENT).expression(params.row(COMMENT)),
)

/** Returns the new id at once, so the caller can send the transaction's next queries without waiting for the insert. */
export function insertComment(
  trx: Db,
  comment: Omit<NewComment, 'id' | 'created_at' | 'updated_at'>,
): { id: string; inserting: Promise<unknown> } {
  const time = Date.now()
  const id = newId(time)
  const at = new Date(time).toISOString()
  return { id, inserting: insertRow(trx, { ...comment, id, created_at: at, updated_at: at }) }
}

const updateRow = preparedChange((db, params: Params<{ id: string; text: string; at: string }>) =>
  db
    .updateTable('comments')
    .set({ text: params.value('text'), updated_at: params.value('at') })
    .where('id', '=', params.value('id'))
    .where('removed_at', 'is', null),
)

/** Returns whether there was the comment. */
export async function updateText(trx: Db, commentId: string, text: string): Promise<boolean> {
  return (await updateRow(trx, { id: commentId, text, at: new Date().toISOString() })) > 0
}

const updateCommentsCount = prepared((db, params: Params<{ courseId: string; by: number }>) =>
  db
    .updateTable('courses')
    .set(({ eb }) => ({ comments_count: eb('comments_count', '+', params.value('by')) }))
    .where('id', '=', params.value('courseId'))
    .returning(sql<number>`comments_count - ${countHiddenOn(params.value('courseId'))}`.as('comments_count')),
)

/** Returns the course's new number of comments, without those that reports hide. */
export async function changeCommentsCount(trx: Db, courseId: string, by: 1 | -1): Promise<number> {
  const [course] = await updateCommentsCount(trx, { courseId, by })
  if (!course) throw new Error('A course went while something was pointing at it.')
  return course.comments_count
}

export async function isAdmin(db: Db, userId: string): Promise<boolean> {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_admin', '=', sql.lit(1))
    .executeTakeFirst()
  return admin !== undefined
}

const findReplyTo = prepared((db, params: Params<{ id: string; parentId: string }>) =>
  db
    .selectFrom('comments')
    .select('id')
    .where('id', '=', params.value('id'))
    .where('parent_id', '=', params.value('parentId')),
)

export async function isReplyTo(db: Db, reply: { id: string; parentId: string }): Promise<boolean> {
  return (await findReplyTo(db, reply)).length > 0
}

const updateAnswer = preparedChange(
  (db, params: Params<{ id: string; by: string | null; at: string | null }>) =>
    db
      .updateTable('comments')
      .set({ answered_by: params.value('by'), accepted_at: params.value('at') })
      .where('id', '=', params.value('id'))
      .where('removed_at', 'is', null),
)

export async function setAnswer(trx: Db, questionId: string, by: string | null): Promise<void> {
  await updateAnswer(trx, { id: questionId, by, at: by === null ? null : new Date().toISOString() })
}

const updatePin = preparedChange((db, params: Params<{ id: string; at: string | null }>) =>
  db
    .updateTable('comments')
    .set({ pinned_at: params.value('at') })
    .where('id', '=', params.value('id'))
    .where('removed_at', 'is', null),
)

export async function setPinned(trx: Db, commentId: string, isPinned: boolean): Promise<void> {
  await updatePin(trx, { id: commentId, at: isPinned ? new Date().toISOString() : null })
}
