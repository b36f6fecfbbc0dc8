import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { OwnStage, StageCounts, VideoNeeds } from '#contract/catalog/own-playlists.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { Schema } from '#server/data/schema.ts'
import { isOutsideTrash } from '#server/features/catalog/versions/revisions.queries.ts'

/** Where a playlist stands (contract/catalog/own-playlists.ts). Its newest version tells a rejection from a request. */
export const stageOfPlaylist = sql<OwnStage>`case
  when playlists.scheduled_at is not null then 'scheduled'
  when playlists.status in ('draft', 'approved') then playlists.status
  when playlists.status <> 'cancel' then 'review'
  when coalesce(
    (select newest.state from revisions as newest where newest.subject_id = playlists.id order by newest.number desc limit 1),
    'rejected') = 'rejected' then 'rejected'
  else 'changes' end`

const findCounts = prepared((db, params: Params<{ teacherId: string }>) =>
  db
    .selectFrom('playlists')
    .select(({ fn }) => [stageOfPlaylist.as('stage'), fn.countAll<number>().as('n')])
    .where('teacher_id', '=', params.value('teacherId'))
    .where('trash_id', 'is', null)
    .groupBy('stage'),
)

/** How many playlists the teacher has at each stage. */
export async function countStages(db: Db, teacherId: string): Promise<StageCounts> {
  const counts = { draft: 0, review: 0, changes: 0, approved: 0, rejected: 0, scheduled: 0 }
  for (const { stage, n } of await findCounts(db, { teacherId })) counts[stage] = n
  return counts
}

/** Versions with requested changes that the teacher has not submitted again. A later draft does not answer the request. */
export function returnedRevisions(db: Pick<Db, 'selectFrom'>) {
  return db
    .selectFrom('revisions')
    .where('revisions.state', '=', sql.lit('changes'))
    .where(isOutsideTrash)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('revisions as later')
            .select('later.id')
            .whereRef('later.subject_id', '=', 'revisions.subject_id')
            .whereRef('later.number', '>', 'revisions.number')
            .where('later.state', 'not in', sql<never>`('draft', 'withdrawn')`),
        ),
      ),
    )
}

/** Courses whose uploaded file could not be prepared. */
export function coursesWithFailedFile(db: Pick<Db, 'selectFrom'>) {
  return db
    .selectFrom('videos')
    .innerJoin('courses', (join) =>
      join.on('courses.video_id', '=', sql.lit('')).onRef('courses.source_key', '=', 'videos.id'),
    )
    .where('videos.state', '=', sql.lit('failed'))
    .where('courses.trash_id', 'is', null)
}

const IN_PLAYLIST = {
  revisions: sql<SqlBool>`revisions.teacher_id = playlists.teacher_id and revisions.playlist_id = playlists.id`,
  videos: sql<SqlBool>`videos.owner_id = playlists.teacher_id and courses.playlist_id = playlists.id`,
  courses: sql<SqlBool>`courses.playlist_id = playlists.id`,
}

/** Whether the teacher has to do something about the playlist or one of its videos. */
export function needsTeacher(): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, never>()
  return eb.or([
    eb.exists(returnedRevisions(eb).select('revisions.id').where(IN_PLAYLIST.revisions)),
    eb.exists(coursesWithFailedFile(eb).select('courses.id').where(IN_PLAYLIST.videos)),
    eb.exists(
      eb
        .selectFrom('courses')
        .select('courses.id')
        .where(IN_PLAYLIST.courses)
        .where('courses.trash_id', 'is', null)
        .where('courses.unavailable_since', 'is not', null),
    ),
  ])
}

const findReturned = prepared((db, params: Params<{ teacherId: string }>) =>
  returnedRevisions(db)
    .select(({ fn }) => ['revisions.playlist_id', fn.countAll<number>().as('n')])
    .where('revisions.teacher_id', '=', params.value('teacherId'))
    .where('revisions.course_id', 'is not', null)
    .groupBy('revisions.playlist_id'),
)

const findFailed = prepared((db, params: Params<{ teacherId: string }>) =>
  coursesWithFailedFile(db)
    .select(({ fn }) => ['courses.playlist_id', fn.countAll<number>().as('n')])
    .where('videos.owner_id', '=', params.value('teacherId'))
    .groupBy('courses.playlist_id'),
)

const findUnavailable = prepared((db, params: Params<{ teacherId: string }>) =>
  db
    .selectFrom('playlists')
    .innerJoin('courses', 'courses.playlist_id', 'playlists.id')
    .select(({ fn }) => ['courses.playlist_id', fn.countAll<number>().as('n')])
    .where('playlists.teacher_id', '=', params.value('teacherId'))
    .where('courses.unavailable_since', 'is not', null)
    .where('courses.trash_id', 'is', null)
    .groupBy('courses.playlist_id'),
)

/** What the videos of a teacher's playlists need, by the id of the playlist. */
export async function videoNeedsOf(db: Db, teacherId: string): Promise<Map<string, VideoNeeds>> {
  const [changes, files, unavailable] = await Promise.all([
    findReturned(db, { teacherId }),
    findFailed(db, { teacherId }),
    findUnavailable(db, { teacherId }),
  ])
  const needs = new Map<string, VideoNeeds>()
  for (const [name, rows] of Object.entries({ changes, files, unavailable }))
    for (const { playlist_id: id, n } of rows)
      needs.set(id, { ...(needs.get(id) ?? { changes: 0, files: 0, unavailable: 0 }), [name]: n })
  return needs
}
