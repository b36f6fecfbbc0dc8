import type { z } from 'zod'
import type { OwnComment, ownCommentsApi } from '#contract/comments/own-comments.ts'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { newestFirst, type PageRequest, readPage } from '#server/data/list-query.ts'
import { courseVisibleTo, readerOf } from '#server/features/catalog/playlists/visibility.queries.ts'
import { imageRef } from '#server/features/media/image-ref.ts'

const NEWEST_FIRST = newestFirst('own comments', 'comments.id')

function ownComments(db: Db, viewer: Viewer) {
  return db
    .selectFrom('comments')
    .innerJoin('courses', 'courses.id', 'comments.course_id')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .where('comments.user_id', '=', viewer.id)
    .where('comments.removed_at', 'is', null)
    .where('courses.trash_id', 'is', null)
    .where(courseVisibleTo(readerOf(viewer)))
}

/** The comments of the viewer, newest first. Throws an AppError for an invalid cursor. */
export async function listOwnComments(
  db: Db,
  viewer: Viewer,
  { limit = LIST_LIMIT_DEFAULT, cursor }: Partial<PageRequest>,
): Promise<z.input<typeof ownCommentsApi.list.reply>> {
  const { total } = await ownComments(db, viewer)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const comments = ownComments(db, viewer)
    .innerJoin('images', 'images.name', 'courses.image')
    .select(['comments.id', 'comments.text', 'comments.created_at', 'courses.id as course_id'])
    .select(['courses.title', 'playlists.id as playlist_id', 'playlists.title as playlist_title'])
    .select(['images.name', 'images.width', 'images.height', 'images.widths', 'images.placeholder'])
  const { rows, nextCursor } = await readPage(comments, NEWEST_FIRST, { limit, cursor })
  return { comments: rows.map(ownCommentOf), total, nextCursor }
}

interface Row {
  id: string
  text: string
  created_at: string
  course_id: string
  title: string
  playlist_id: string
  playlist_title: string
}

function ownCommentOf(row: Row & Parameters<typeof imageRef>[0]): OwnComment {
  return {
    _id: row.id,
    text: row.text,
    course: {
      _id: row.course_id,
      videoTitle: row.title,
      tutorialImage: imageRef(row),
      playlist: { _id: row.playlist_id, title: row.playlist_title },
    },
    createdAt: row.created_at,
  }
}
