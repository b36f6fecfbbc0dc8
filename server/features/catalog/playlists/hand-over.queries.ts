import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { isPostgres, valuesTable } from '#server/data/dialect.ts'

/** From one teacher to another. */
export interface HandOver {
  from: string
  to: string
}

/**
 * Locks the playlists of a teacher and their courses, so that likes and comments, which count for the teacher, wait. Returns the
 * ids of the playlists.
 */
export async function lockPlaylistsOf(trx: Db, teacherId: string): Promise<string[]> {
  const playlists = await trx
    .selectFrom('playlists')
    .select('id')
    .where('teacher_id', '=', teacherId)
    .orderBy('id')
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .execute()
  const ids = playlists.map(({ id }) => id)
  if (isPostgres(trx) && ids.length > 0)
    await sql`select 1 from courses where playlist_id in (select id from ${valuesTable(trx, 'owned', { id: ids })})
      order by id for update`.execute(trx)
  return ids
}

/** Moves locked playlists with the totals of the reactions to them. */
export async function movePlaylists(trx: Db, { from, to }: HandOver): Promise<void> {
  await moveReactionTotals(trx, { from, to })
  await trx.updateTable('playlists').set({ teacher_id: to }).where('teacher_id', '=', from).execute()
}

/** Triggers count the reactions to each teacher where a course or its playlist changes, but not where the teacher does. */
async function moveReactionTotals(trx: Db, { from, to }: HandOver): Promise<void> {
  await sql`insert into totals (kind, category_id, status, slot, amount)
    select kind, ${to}, status, 0, sum(amount) from totals
    where kind in ('teacher_likes', 'teacher_comments') and category_id = ${from}
    group by kind, status having sum(amount) <> 0 order by kind, status
    on conflict (kind, category_id, status, slot) do update set amount = totals.amount + excluded.amount`.execute(
    trx,
  )
  await trx
    .deleteFrom('totals')
    .where('kind', 'in', ['teacher_likes', 'teacher_comments'])
    .where('category_id', '=', from)
    .execute()
}
