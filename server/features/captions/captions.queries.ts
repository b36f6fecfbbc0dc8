import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import type { CaptionsRow } from '#server/data/video-rows.ts'

export function captionsInside(
  db: Db,
  courseId: string,
): Promise<Omit<CaptionsRow, 'vtt' | 'course_id' | 'searched_in'>[]> {
  return db
    .selectFrom('captions')
    .select(['id', 'language', 'label', 'origin', 'cues_count', 'created_at', 'updated_at'])
    .where('course_id', '=', courseId)
    .orderBy('language')
    .execute()
}

export function findWithCourse(db: Db, id: string) {
  return db
    .selectFrom('captions')
    .innerJoin('courses', 'courses.id', 'captions.course_id')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select(['captions.vtt', 'courses.status', 'courses.playlist_id', 'playlists.teacher_id'])
    .select('playlists.shown as playlist_shown')
    .where('captions.id', '=', id)
    .where('courses.trash_id', 'is', null)
    .executeTakeFirst()
}

interface InLanguage {
  courseId: string
  language: string
}

export async function findFile(db: Db, { courseId, language }: InLanguage): Promise<string | undefined> {
  const row = await db
    .selectFrom('captions')
    .select('vtt')
    .where('course_id', '=', courseId)
    .where('language', '=', language)
    .executeTakeFirst()
  return row?.vtt
}

export async function countLanguages(trx: Db, courseId: string): Promise<number> {
  const { n } = await trx
    .selectFrom('captions')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('course_id', '=', courseId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** New captions, or another text for those of this language. Returns their id. */
export async function writeCaptions(
  trx: Db,
  {
    courseId,
    language,
    label,
    vtt,
    cuesCount,
  }: InLanguage & { label: string; vtt: string; cuesCount: number },
): Promise<string> {
  const time = Date.now()
  const now = new Date(time).toISOString()
  const written = { label, origin: 'upload' as const, vtt, cues_count: cuesCount, updated_at: now }
  const { id } = await trx
    .insertInto('captions')
    .values({
      id: newId(time),
      course_id: courseId,
      language,
      created_at: now,
      ...written,
    })
    .onConflict((conflict) => conflict.columns(['course_id', 'language']).doUpdateSet(written))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Gives whether there were captions in this language. */
export async function deleteCaptions(trx: Db, { courseId, language }: InLanguage): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('captions')
    .where('course_id', '=', courseId)
    .where('language', '=', language)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** What a program wrote about another video, and nobody has checked, goes with that video. */
export async function deleteAutoCaptions(trx: Db, courseId: string): Promise<void> {
  await trx.deleteFrom('captions').where('course_id', '=', courseId).where('origin', '=', 'auto').execute()
}

/** Gives a course the captions of another one. The search indexes them when the course is public. */
export async function copyCaptions(trx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  const rows = await trx
    .selectFrom('captions')
    .select(['language', 'label', 'origin', 'vtt', 'cues_count', 'created_at'])
    .where('course_id', '=', from)
    .execute()
  for (const row of rows)
    await trx
      .insertInto('captions')
      .values({ ...row, id: newId(), course_id: to })
      .execute()
}

export function storedAfter(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<Pick<CaptionsRow, 'id' | 'vtt'>[]> {
  return db
    .selectFrom('captions')
    .select(['id', 'vtt'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

interface Replacement {
  id: string
  former: string
  vtt: string
  cuesCount: number
}

/** Replaces the text of captions. Returns `false` if they no longer have the former one. */
export async function replaceText(trx: Db, { id, former, vtt, cuesCount }: Replacement): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('captions')
    .set({ vtt, cues_count: cuesCount, updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('vtt', '=', former)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
