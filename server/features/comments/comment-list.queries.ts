import { type ExpressionBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { commentsApi } from '#contract/comments/comments.ts'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/data/cursor.ts'
import type { Db } from '#server/data/database.ts'
import { afterCursor } from '#server/data/keyset.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { Schema } from '#server/data/schema.ts'
import { seenDespiteReports } from '#server/features/catalog/hidden-comments.queries.ts'
import { commentsTotal } from '#server/features/catalog/playlists/totals.ts'
import { IS_PUBLIC_COURSE } from '#server/features/catalog/playlists/visibility.queries.ts'
import { commentOf, commentRows } from './comments.queries.ts'
import { likedBy } from './likes.queries.ts'

const SORT = 'comments'

interface CommentsQuery {
  /** A course that `viewer` may see; `undefined` lists the comments on public courses and their own. */
  courseId: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** Newest first. Throws an AppError for an invalid cursor. */
export async function listComments(
  db: Db,
  viewer: Viewer,
  { courseId, limit = LIST_LIMIT_DEFAULT, cursor }: CommentsQuery,
): Promise<z.input<typeof commentsApi.list.reply>> {
  const keys = cursor === undefined ? undefined : decodeCursor(SORT, cursor)
  const after = keys && afterCursor(['comments.id'], 'desc', keys)
  const most = limit + 1
  const [fetched, total] = await Promise.all(
    courseId === undefined
      ? [everywhere(db, viewer, after).limit(most).execute(), countEverywhere(db, viewer)]
      : [
          findOnCourse(db, {
            ...readerOf(viewer),
            courseId,
            before: String(keys?.[0] ?? AFTER_ALL_IDS),
            most,
          }),
          countOn(db, viewer, courseId),
        ],
  )
  const { rows, nextCursor } = pageOf(fetched, limit, ({ id }) => encodeCursor(SORT, [id]))
  return { comments: rows.map(commentOf), total, nextCursor }
}

/** Ids are hexadecimal, so they all sort before this. */
const AFTER_ALL_IDS = 'g'

export const readerOf = ({ id, isAdmin }: Viewer) => ({ reader: id, isAdmin: isAdmin ? 1 : 0 })

interface OnCourse extends ReturnType<typeof readerOf>, Record<string, string | number> {
  courseId: string
  before: string
  most: number
}

const findOnCourse = prepared((db, params: Params<OnCourse>) => {
  const reader = { id: params.value('reader'), isAdmin: params.value('isAdmin') }
  return commentRows(db)
    .select(likedBy(reader.id))
    .where(seenDespiteReports(reader))
    .where('comments.course_id', '=', params.value('courseId'))
    .where('comments.id', '<', params.value('before'))
    .where('comments.removed_at', 'is', null)
    .orderBy('comments.id', 'desc')
    .limit(params.value('most'))
})

function everywhere(db: Db, viewer: Viewer, after: ReturnType<typeof afterCursor> | undefined) {
  const page = commentRows(db)
    .select(likedBy(sql<string>`${viewer.id}`))
    .where('comments.removed_at', 'is', null)
    .orderBy('comments.id', 'desc')
  const rest = after ? page.where(after) : page
  if (viewer.isAdmin) return rest.where(onCourseOutsideTrash)
  const reader = { id: sql<string>`${viewer.id}`, isAdmin: sql.lit(0) }
  return rest.where(onPublicOrOwn(viewer)).where(seenDespiteReports(reader))
}

function onCourseOutsideTrash({ exists, selectFrom }: ExpressionBuilder<Schema, 'comments'>) {
  return exists(
    selectFrom('courses')
      .select('courses.id')
      .whereRef('courses.id', '=', 'comments.course_id')
      .where('courses.trash_id', 'is', null),
  )
}

function onPublicOrOwn(viewer: Viewer) {
  return ({ exists, selectFrom }: ExpressionBuilder<Schema, 'comments'>) =>
    exists(
      selectFrom('courses')
        .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
        .select('courses.id')
        .whereRef('courses.id', '=', 'comments.course_id')
        .where(publicOrOwn(viewer)),
    )
}

const findCount = prepared((db, params: Params<{ courseId: string }>) =>
  db.selectFrom('courses').select('comments_count').where('id', '=', params.value('courseId')),
)

const countHiddenOnCourse = prepared((db, params: Params<{ courseId: string; reader: string }>) =>
  db
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '<>', params.value('reader'))
    .where('course_id', '=', params.value('courseId'))
    .where('hidden_at', 'is not', null),
)

async function countOn(db: Db, viewer: Viewer, courseId: string): Promise<number> {
  const [[course], [hidden]] = await Promise.all([
    findCount(db, { courseId }),
    viewer.isAdmin ? [] : countHiddenOnCourse(db, { courseId, reader: viewer.id }),
  ])
  return (course?.comments_count ?? 0) - (hidden?.n ?? 0)
}

/** Adds the stored total of public courses to the counts of the viewer's own hidden courses, so no page counts all rows. */
async function countEverywhere(db: Db, viewer: Viewer): Promise<number> {
  if (viewer.isAdmin) {
    const [all, [trashed]] = await Promise.all([commentsTotal(db, 'all'), countInTrash(db, {})])
    return all - (trashed?.total ?? 0)
  }
  const [total, [own], hidden] = await Promise.all([
    commentsTotal(db, 'public'),
    countOnHidden(db, { teacherId: viewer.id }),
    countHiddenFrom(db, viewer),
  ])
  return total + (own?.total ?? 0) - hidden
}

/** Counts the comments that reports hide from the viewer, on courses that the list covers. */
async function countHiddenFrom(db: Db, viewer: Viewer): Promise<number> {
  const { n } = await db
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('comments.hidden_at', 'is not', null)
    .where('comments.user_id', '<>', viewer.id)
    .where(onPublicOrOwn(viewer))
    .executeTakeFirstOrThrow()
  return n
}

/** Counts the comments on a teacher's own courses that are not public. */
const countOnHidden = prepared((db, params: Params<{ teacherId: string }>) =>
  db
    .selectFrom('playlists')
    .innerJoin('courses', 'courses.playlist_id', 'playlists.id')
    .select(({ fn }) => fn.sum<number | null>('courses.comments_count').as('total'))
    .where('playlists.teacher_id', '=', params.value('teacherId'))
    .where('courses.trash_id', 'is', null)
    .where(({ not }) => not(IS_PUBLIC_COURSE)),
)

const countInTrash = prepared((db) =>
  db
    .selectFrom('courses')
    .select(({ fn }) => fn.sum<number | null>('comments_count').as('total'))
    .where('trash_id', 'is not', null),
)

/** Public courses and the viewer's own, for a viewer without admin rights. */
function publicOrOwn(viewer: Viewer) {
  return ({ or, and, eb }: ExpressionBuilder<Schema, 'courses' | 'playlists'>) =>
    or([
      IS_PUBLIC_COURSE,
      and([eb('playlists.teacher_id', '=', viewer.id), eb('courses.trash_id', 'is', null)]),
    ])
}
