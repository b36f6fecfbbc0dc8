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
    .select(['courses.status', 'playlists.status as playlist_status'])
    .where('courses.id', '=', params.value('courseId'))
    .where('courses.source', '=', 'upload')
    .where('courses.source_key', '=', params.value('id')),
)

/** The statuses of a course while it shows this uploaded video. */
export async function courseShowing(db: Db, video: { id: string; courseId: string }) {
  const [course] = await courseRow(db, video)
  return course
}
