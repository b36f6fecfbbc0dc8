import type { CourseVideoState } from '#contract/video/uploads.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { CourseRow } from '#server/data/schema.ts'
import { courseVideoStateOf } from '#server/features/video/uploads.ts'
import { statesAmong } from '#server/features/video/videos.queries.ts'
import { contentOf } from './content.ts'
import { type Newest, waits } from './newest.queries.ts'

const contents = prepared((db, params: Params<{ ids: string[] }>) =>
  db.selectFrom('revisions').select(['subject_id', 'content']).where(params.among('id', 'ids')),
)

type Course = Pick<CourseRow, 'id' | 'status' | 'scheduled_at' | 'source' | 'source_key'>

/** How far the uploaded videos of these courses are. A version that waits beside the row has the newer video. */
export async function videoStatesOf(
  db: Db,
  courses: readonly Course[],
  newest: ReadonlyMap<string, Newest>,
): Promise<Map<string, CourseVideoState>> {
  const keys = new Map(
    courses.flatMap(({ id, source, source_key: key }) =>
      source === 'upload' && key !== null ? [[id, key] as const] : [],
    ),
  )
  const waiting = courses.flatMap((course) => {
    const version = newest.get(course.id)
    return waits(course, version) ? [version._id] : []
  })
  if (waiting.length > 0) {
    for (const row of await contents(db, { ids: waiting })) {
      const { video } = contentOf(row)
      if (video?.source === 'upload') keys.set(row.subject_id, video.key)
      else keys.delete(row.subject_id)
    }
  }
  const states = await statesAmong(db, [...new Set(keys.values())])
  return new Map(
    [...keys].flatMap(([id, key]) => {
      const state = states.get(key)
      return state ? [[id, courseVideoStateOf(state)] as const] : []
    }),
  )
}
