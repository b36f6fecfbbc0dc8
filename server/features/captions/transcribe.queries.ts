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
