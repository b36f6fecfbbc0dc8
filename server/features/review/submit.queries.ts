import { sql } from 'kysely'
import { VIDEO_SOURCES } from '#contract/video.ts'
import type { Db } from '#server/data/database.ts'
import { columnsOf } from '#server/features/courses/video-columns.ts'
import type { Item } from './items.queries.ts'

/** The courses of a playlist that nobody has submitted, and those with a draft of another version, in teaching order. */
export async function draftCourseIds(trx: Db, playlistId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('courses')
    .select('id')
    .where('playlist_id', '=', playlistId)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('status', '=', 'draft'),
        eb(
          'id',
          'in',
          selectFrom('revisions')
            .select('revisions.subject_id')
            .where('revisions.playlist_id', '=', playlistId)
            .where('revisions.state', '=', 'draft'),
        ),
      ]),
    )
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function countCoursesInside(trx: Db, playlistId: string): Promise<number> {
  const row = await trx
    .selectFrom('playlists')
    .select('courses_count')
    .where('id', '=', playlistId)
    .executeTakeFirst()
  return row?.courses_count ?? 0
}

/** The program drew it, because nobody uploaded one. */
export async function isDrawnPicture(trx: Db, name: string): Promise<boolean> {
  const row = await trx.selectFrom('images').select('owner_id').where('name', '=', name).executeTakeFirst()
  return row?.owner_id === null
}

export async function isTrusted(trx: Db, userId: string): Promise<boolean> {
  const row = await trx.selectFrom('users').select('trusted').where('id', '=', userId).executeTakeFirst()
  return row?.trusted === 1
}

/** Whether the last decision came with notes that the teacher has neither done nor explained. */
export async function hasOpenNotes(trx: Db, subjectId: string): Promise<boolean> {
  const open = await trx
    .selectFrom('review_notes')
    .innerJoin('revisions', 'revisions.id', 'review_notes.revision_id')
    .select('review_notes.id')
    .where('revisions.subject_id', '=', subjectId)
    .where('revisions.state', 'in', ['changes', 'rejected'])
    .where('revisions.number', '=', ({ selectFrom }) =>
      selectFrom('revisions as decided')
        .select(({ fn }) => fn.max<number>('decided.number').as('number'))
        .where('decided.subject_id', '=', subjectId)
        .where('decided.state', 'in', ['approved', 'changes', 'rejected']),
    )
    .where('review_notes.resolved_at', 'is', null)
    .where('review_notes.answer', 'is', null)
    .limit(sql.lit(1))
    .executeTakeFirst()
  return open !== undefined
}

/** A video as `video_checks` names it. */
function checkedAs({ content: { video } }: Item): { source: string; key: string } | undefined {
  if (!video) return undefined
  const { source, source_key, video_id } = columnsOf(video)
  return { source, key: source_key ?? video_id }
}

/** The courses of which the last check of the video found that it does not play. A video without a check passes. */
export async function unplayableAmong(trx: Db, courses: Item[]): Promise<Item[]> {
  const keys = courses.flatMap((course) => checkedAs(course)?.key ?? [])
  if (keys.length === 0) return []
  const bad = await trx
    .selectFrom('video_checks')
    .select(['source', 'source_key'])
    .where('source', 'in', VIDEO_SOURCES)
    .where('source_key', 'in', keys)
    .where('state', '<>', 'ok')
    .execute()
  const names = new Set(bad.map(({ source, source_key }) => `${source} ${source_key}`))
  return courses.filter((course) => {
    const video = checkedAs(course)
    return video !== undefined && names.has(`${video.source} ${video.key}`)
  })
}
