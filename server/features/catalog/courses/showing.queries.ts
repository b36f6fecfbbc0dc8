import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { showingOf } from '#server/features/catalog/playlists/visibility.ts'
import type { Showing } from '#server/features/video/playable.ts'

const findCourse = prepared((db, params: Params<{ videoId: string; courseId: string }>) =>
  db
    .selectFrom('courses')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select(['courses.status', 'playlists.shown as playlist_shown'])
    .where('courses.id', '=', params.value('courseId'))
    .where('courses.source', '=', 'upload')
    .where('courses.source_key', '=', params.value('videoId'))
    .where('courses.trash_id', 'is', null),
)

/** To whom a course shows this uploaded video now; `undefined` once it does not show it. */
export async function courseShowing(
  db: Db,
  video: { videoId: string; courseId: string },
): Promise<Showing | undefined> {
  const [course] = await findCourse(db, video)
  return course && showingOf(course, 'open')
}
