import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { valuesTable } from '#server/data/dialect.ts'
import { lockToDelete } from '#server/data/locks.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { VideoRow } from '#server/data/video-rows.ts'

export async function insertVideo(
  trx: Db,
  video: Pick<VideoRow, 'id' | 'owner_id' | 'bytes' | 'created_at'>,
): Promise<void> {
  await trx
    .insertInto('videos')
    .values({
      ...video,
      state: 'queued',
      fault: null,
      duration_s: null,
      width: null,
      height: null,
      storyboard: null,
      checksum: null,
      cover: null,
    })
    .execute()
}

export function findVideo(db: Db, id: string): Promise<VideoRow | undefined> {
  return db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Gives the new row, or `undefined` when the video was deleted meanwhile. */
export function updateVideo(
  db: Db,
  id: string,
  changes: Partial<Omit<VideoRow, 'id' | 'owner_id'>>,
): Promise<VideoRow | undefined> {
  return db.updateTable('videos').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
}

/** A failed video without its original takes no space of its teacher. */
export async function freeSpaceOfFailed(db: Db, id: string): Promise<void> {
  await db
    .updateTable('videos')
    .set({ bytes: 0 })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .execute()
}

/** Videos made before that time that no course and no revision names; among all, or whether this one is. */
export async function unusedVideos(
  db: Db,
  { before, id }: { before: string; id?: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('videos')
    .select('id')
    .where('created_at', '<', before)
    .$if(id !== undefined, (query) => query.where('videos.id', '=', id ?? ''))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('courses')
            .select('courses.id')
            .where('courses.video_id', '=', '')
            .whereRef('courses.source_key', '=', 'videos.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('revisions')
            .select('revisions.id')
            .where('revisions.content', 'like', ({ val, ref, eb }) =>
              eb(eb(val('%"key":"'), '||', ref('videos.id')), '||', val('"%')),
            ),
        ),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Videos that nothing prepares any more: their job is dead or gone. */
export function abandonedVideos(db: Db): Promise<Pick<VideoRow, 'id' | 'owner_id'>[]> {
  return db
    .selectFrom('videos')
    .select(['id', 'owner_id'])
    .where('state', 'in', ['queued', 'working'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs')
            .select('jobs.id')
            .where('jobs.state', '!=', 'dead')
            .where('jobs.dedupe_key', '=', ({ eb, val, ref }) =>
              eb(val('uploads.prepare '), '||', ref('videos.id')),
            ),
        ),
      ),
    )
    .execute()
}

/** Deletes a video made before that time, unless a course or a revision names it by now. */
export async function deleteUnused(trx: Db, { before, id }: { before: string; id: string }): Promise<void> {
  await lockToDelete(trx, 'videos', { id })
  if ((await unusedVideos(trx, { before, id })).length === 0) return
  await trx.deleteFrom('videos').where('id', '=', id).execute()
}

/** Which of these ids have no row. */
export async function withoutRow(db: Db, table: 'videos' | 'uploads', ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select entry.id from ${valuesTable(db, 'entry', { id: ids })}
    where not exists (select 1 from ${sql.table(table)} as kept where kept.id = entry.id)`.execute(db)
  return rows.map(({ id }) => id)
}

const states = prepared((db, params: Params<{ ids: string[] }>) =>
  db.selectFrom('videos').select(['id', 'state', 'progress', 'fault']).where(params.among('id', 'ids')),
)

/** How far these videos are, by their ids. */
export async function statesAmong(
  db: Db,
  ids: string[],
): Promise<Map<string, Pick<VideoRow, 'id' | 'state' | 'progress' | 'fault'>>> {
  if (ids.length === 0) return new Map()
  return new Map((await states(db, { ids })).map((row) => [row.id, row]))
}

const videoRow = prepared((db, params: Params<{ id: string }>) =>
  db.selectFrom('videos').select('id').where('id', '=', params.value('id')),
)

export async function videoExists(db: Db, id: string): Promise<boolean> {
  return (await videoRow(db, { id })).length > 0
}
