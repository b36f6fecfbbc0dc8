import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { excluded } from '#server/data/prepared.ts'
import type { CourseRow } from '#server/data/schema.ts'
import type { VideoCheckRow } from '#server/data/video-rows.ts'

/** A video as `video_checks` names it. */
export type VideoId = Pick<VideoCheckRow, 'source' | 'source_key'>

export function findCheck(db: Db, { source, source_key }: VideoId): Promise<VideoCheckRow | undefined> {
  return db
    .selectFrom('video_checks')
    .selectAll()
    .where('source', '=', source)
    .where('source_key', '=', source_key)
    .executeTakeFirst()
}

/** The last checks of videos with these keys, of either source. */
export function findChecks(db: Db, sourceKeys: string[]): Promise<VideoCheckRow[]> {
  return db.selectFrom('video_checks').selectAll().where('source_key', 'in', sourceKeys).execute()
}

export async function writeCheck(trx: Db, row: VideoCheckRow): Promise<void> {
  await trx
    .insertInto('video_checks')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['source', 'source_key'])
        .doUpdateSet(excluded(['state', 'finding', 'since', 'checked_at'])),
    )
    .execute()
}

/** The courses that show this video. */
function coursesOf(db: Db, { source, source_key }: VideoId) {
  const courses = db
    .selectFrom('courses')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .where('courses.source', '=', source)
  return source === 'youtube'
    ? courses.where('courses.video_id', '=', source_key)
    : courses.where('courses.video_id', '=', '').where('courses.source_key', '=', source_key)
}

/** Those that say something else about the video than `since`. */
export function coursesToMark(
  db: Db,
  video: VideoId,
  since: string | null,
): Promise<{ id: string; playlist_id: string; teacher_id: string; unavailable_since: string | null }[]> {
  return coursesOf(db, video)
    .select(['courses.id', 'courses.playlist_id', 'courses.unavailable_since', 'playlists.teacher_id'])
    .where('courses.unavailable_since', 'is distinct from', since)
    .orderBy('playlists.teacher_id')
    .execute()
}

export async function markCourse(trx: Db, id: string, since: string | null): Promise<void> {
  await trx.updateTable('courses').set({ unavailable_since: since }).where('id', '=', id).execute()
}

interface Walk {
  after: string
  count: number
}

/** The next approved courses by id, with their videos and the last checks. */
export function nextCourses(
  db: Db,
  { after, count }: Walk,
): Promise<(Pick<CourseRow, 'id' | 'source' | 'source_key' | 'video_id'> & { checked_at: string | null })[]> {
  return db
    .selectFrom('courses')
    .leftJoin('video_checks', (join) =>
      join
        .onRef('video_checks.source', '=', 'courses.source')
        .on(({ eb, ref, fn }) =>
          eb('video_checks.source_key', '=', fn.coalesce(ref('courses.source_key'), ref('courses.video_id'))),
        ),
    )
    .select([
      'courses.id',
      'courses.source',
      'courses.source_key',
      'courses.video_id',
      'video_checks.checked_at',
    ])
    .where('courses.status', '=', 'approved')
    .where('courses.id', '>', after)
    .orderBy('courses.id')
    .limit(count)
    .execute()
}

export function videoOfCourse(
  db: Db,
  id: string,
): Promise<Pick<CourseRow, 'source' | 'source_key' | 'video_id'> | undefined> {
  return db
    .selectFrom('courses')
    .select(['source', 'source_key', 'video_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}

const UNAVAILABLE_COUNTED = 1000

/** How many courses have a video that cannot be played, counted up to 1,000, for the review desk. */
export async function countUnavailable(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom(
      db
        .selectFrom('courses')
        .select('id')
        .where('unavailable_since', '>', sql.lit(''))
        .where('trash_id', 'is', null)
        .limit(sql.lit(UNAVAILABLE_COUNTED))
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}
