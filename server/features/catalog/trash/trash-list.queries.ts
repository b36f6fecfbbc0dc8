import { sql } from 'kysely'
import type { z } from 'zod'
import type { TrashItem, trashApi } from '#contract/catalog/trash.ts'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import type { Db } from '#server/data/database.ts'
import { newestFirst, type PageRequest, readPage } from '#server/data/list-query.ts'
import { imageRef } from '#server/features/media/image-ref.ts'

/** The items of a trash with what they say of themselves, without those that another program has deleted meanwhile. */
function trashRows(db: Db, teacherId: string) {
  return db
    .selectFrom('trash')
    .innerJoin('playlists', 'playlists.id', 'trash.playlist_id')
    .leftJoin('courses', 'courses.id', 'trash.subject_id')
    .innerJoin('images', (join) =>
      join.on(({ eb, ref, fn }) =>
        eb('images.name', '=', fn.coalesce(ref('courses.image'), ref('playlists.image'))),
      ),
    )
    .where('trash.teacher_id', '=', teacherId)
    .where(({ or, eb }) => or([eb('trash.kind', '=', 'playlist'), eb('courses.id', 'is not', null)]))
}

const NEWEST_FIRST = newestFirst('trash', 'trash.id')

/** One page, newest first, and the space that the videos of the whole trash take. */
export async function listTrash(
  db: Db,
  teacherId: string,
  { limit = LIST_LIMIT_DEFAULT, cursor }: Partial<PageRequest>,
): Promise<z.input<typeof trashApi.list.reply>> {
  const whole = trashRows(db, teacherId)
    .select(['trash.id', 'trash.kind', 'trash.subject_id', 'trash.deleted_by', 'trash.teacher_id'])
    .select(['trash.deleted_at', 'trash.purge_at', 'courses.title as course_title'])
    .select(['playlists.id as playlist_id', 'playlists.title as playlist_title'])
    .select(['playlists.trash_id as playlist_trash_id', 'playlists.saves_count'])
    .select(['images.name', 'images.width', 'images.height', 'images.widths', 'images.placeholder'])
    .select(({ selectFrom }) => [
      selectFrom('courses as inside')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('inside.trash_id', '=', 'trash.id')
        .as('videos'),
      selectFrom('courses as inside')
        .select(({ fn }) => fn.sum<number>('inside.likes_count').as('n'))
        .whereRef('inside.trash_id', '=', 'trash.id')
        .as('likes'),
    ])
  const [{ rows, nextCursor }, { n }, bytes] = await Promise.all([
    readPage(whole, NEWEST_FIRST, { limit, cursor }),
    trashRows(db, teacherId)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
    bytesInTrash(db, teacherId),
  ])
  return { items: rows.map(itemOf), bytes, total: Number(n), nextCursor }
}

interface Row {
  id: string
  kind: TrashItem['kind']
  subject_id: string
  deleted_by: string | null
  teacher_id: string
  deleted_at: string
  purge_at: string
  course_title: string | null
  playlist_id: string
  playlist_title: string
  playlist_trash_id: string | null
  saves_count: number
  videos: number | null
  likes: number | null
}

function itemOf(row: Row & Parameters<typeof imageRef>[0]): TrashItem {
  const { playlist_id: _id, playlist_title: title, playlist_trash_id: trashId } = row
  return {
    _id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    title: row.course_title ?? title,
    image: imageRef(row),
    ...(row.kind === 'course'
      ? { playlist: { _id, title, inTrash: trashId !== null } }
      : { videos: Number(row.videos ?? 0), saves: row.saves_count }),
    likes: Number(row.likes ?? 0),
    deletedAt: row.deleted_at,
    purgeAt: row.purge_at,
    byAdmin: row.deleted_by !== row.teacher_id,
  }
}

/** The size of the uploaded videos that only courses in the trash show. */
async function bytesInTrash(db: Db, teacherId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('videos')
    .select(({ fn }) => fn.sum<number | null>('videos.bytes').as('bytes'))
    .where('videos.owner_id', '=', teacherId)
    .where(({ and, not, exists, selectFrom }) => {
      const showing = selectFrom('courses')
        .select(sql.lit(1).as('one'))
        .where('courses.video_id', '=', '')
        .whereRef('courses.source_key', '=', 'videos.id')
      return and([
        exists(showing.where('courses.trash_id', 'is not', null)),
        not(exists(showing.where('courses.trash_id', 'is', null))),
      ])
    })
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}
