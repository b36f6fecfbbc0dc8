import type { ExpressionBuilder } from 'kysely'
import type { z } from 'zod'
import type { commentsApi } from '#contract/comments.ts'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/core/cursor.ts'
import type { Db } from '#server/core/db/database.ts'
import { beyond } from '#server/core/db/keyset.ts'
import type { Schema } from '#server/core/db/schema.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { commentOf, commentRows } from './comments.queries.ts'

const SORT = 'comments'

interface CommentsQuery {
  /** A course that `viewer` may see; without it, every such course. */
  courseId: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** Newest first. Throws a Refusal for a cursor that is not ours. */
export async function listComments(
  db: Db,
  viewer: Viewer,
  { courseId, limit = LIST_LIMIT_DEFAULT, cursor }: CommentsQuery,
): Promise<z.input<typeof commentsApi.list.reply>> {
  let page = commentRows(db)
    .orderBy('comments.id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) page = page.where(beyond(['comments.id'], 'desc', decodeCursor(SORT, cursor)))
  if (courseId !== undefined) page = page.where('comments.course_id', '=', courseId)
  else if (!viewer.isAdmin) page = page.where(onCourseSeenBy(viewer))
  const { rows, nextCursor } = pageOf(await page.execute(), limit, ({ id }) => encodeCursor(SORT, [id]))
  return { comments: rows.map(commentOf), total: await countComments(db, viewer, courseId), nextCursor }
}

function onCourseSeenBy(viewer: Viewer) {
  return ({ exists, selectFrom }: ExpressionBuilder<Schema, 'comments'>) =>
    exists(
      selectFrom('courses')
        .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
        .select('courses.id')
        .whereRef('courses.id', '=', 'comments.course_id')
        .where(seenBy(viewer)),
    )
}

/** By the counts that the courses keep: a million comments are not counted again for each page. */
async function countComments(db: Db, viewer: Viewer, courseId: string | undefined): Promise<number> {
  let counted = db
    .selectFrom('courses')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select(({ fn }) => fn.sum<number | null>('courses.comments_count').as('total'))
  if (courseId !== undefined) counted = counted.where('courses.id', '=', courseId)
  else if (!viewer.isAdmin) counted = counted.where(seenBy(viewer))
  const { total } = await counted.executeTakeFirstOrThrow()
  return total ?? 0
}

/** The rule of `core/visibility.ts` for many courses at once, for somebody who is no admin. */
function seenBy(viewer: Viewer) {
  return ({ and, or, eb }: ExpressionBuilder<Schema, 'courses' | 'playlists'>) =>
    or([
      and([eb('courses.status', '=', 'approved'), eb('playlists.status', '=', 'approved')]),
      eb('playlists.teacher_id', '=', viewer.id),
    ])
}
