import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'

const videoRow = prepared((db, params: Params<{ id: string }>) =>
  db.selectFrom('videos').select('id').where('id', '=', params.value('id')),
)

export async function videoExists(db: Db, id: string): Promise<boolean> {
  return (await videoRow(db, { id })).length > 0
}

const courseRow = prepared((db, params: Params<{ id: string; courseId: string }>) =>
  db
    .selectFrom('courses')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select(
      sql<number>`case when courses.status = 'approved' and playlists.status = 'approved' then 1 else 0 end`.as(
        'is_public',
      ),
    )
    .where('courses.id', '=', params.value('courseId'))
    .where('courses.source', '=', 'upload')
    .where('courses.source_key', '=', params.value('id')),
)

/** Whether a course that shows this uploaded video is public; `undefined` once it does not show it. */
export async function courseShowing(
  db: Db,
  video: { id: string; courseId: string },
): Promise<{ isPublic: boolean } | undefined> {
  const [course] = await courseRow(db, video)
  return course && { isPublic: course.is_public === 1 }
}
