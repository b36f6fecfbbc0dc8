import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'

/** A playlist without a language is taken for English, as the site is. */
const spoken = sql<string>`coalesce(playlists.language, 'en')`

/** The courses of an uploaded video by the language of their playlist, without those whose teacher has captions in it. */
export async function coursesToTranscribe(
  db: Db,
  videoId: string,
): Promise<{ courseId: string; language: string }[]> {
  return db
    .selectFrom('courses')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select(['courses.id as courseId', spoken.as('language')])
    .where('courses.video_id', '=', '')
    .where('courses.source_key', '=', videoId)
    .where('courses.source', '=', 'upload')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('captions')
            .select('captions.id')
            .whereRef('captions.course_id', '=', 'courses.id')
            .where('captions.language', '=', spoken)
            .where('captions.origin', '=', 'upload'),
        ),
      ),
    )
    .orderBy('courses.id')
    .execute()
}

/** The ids of prepared videos of courses that have no captions in the language of their playlist, oldest first. */
export async function videosWithoutCaptions(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('courses')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .innerJoin('videos', 'videos.id', 'courses.source_key')
    .leftJoin('captions', (join) =>
      join.onRef('captions.course_id', '=', 'courses.id').on('captions.language', '=', spoken),
    )
    .select('videos.id')
    .distinct()
    .where('courses.source', '=', 'upload')
    .where('videos.state', '=', 'ready')
    .where('captions.id', 'is', null)
    .orderBy('videos.id')
    .execute()
  return rows.map(({ id }) => id)
}

interface AutoCaptions {
  courseId: string
  language: string
  label: string
  vtt: string
  cuesCount: number
}

/** Never replaces what a teacher has uploaded, corrected or checked. Returns the id of the captions, or `undefined`. */
export async function writeAutoCaptions(
  trx: Db,
  { courseId, language, label, vtt, cuesCount }: AutoCaptions,
): Promise<string | undefined> {
  const time = Date.now()
  const created_at = new Date(time).toISOString()
  const written = { label, vtt, cues_count: cuesCount, created_at }
  const row = await trx
    .insertInto('captions')
    .values({ id: newId(time), course_id: courseId, language, origin: 'auto', ...written })
    .onConflict((conflict) =>
      conflict.columns(['course_id', 'language']).doUpdateSet(written).where('captions.origin', '=', 'auto'),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
