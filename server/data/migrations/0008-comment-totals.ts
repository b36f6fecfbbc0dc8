import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/data/dialect.ts'
import type { Schema } from '#server/data/schema.ts'
import { keepOnPostgres, keepOnSqlite } from './comment-totals-triggers.ts'

/**
 * How many comments there are on courses that are public, and on others (decision 0014). Triggers keep both, so that
 * they stay exact beside an older program that knows nothing of them.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  const postgres = isPostgres(db)
  if (postgres) await sql`lock table courses, playlists in share row exclusive mode`.execute(db)
  await sql`insert into totals (kind, category_id, status, slot, amount)
    select 'comments', '', status, 0, sum(comments_count) from (
      select comments_count, case when courses.status = 'approved' and playlists.status = 'approved'
        then 'approved' else 'hidden' end as status
      from courses join playlists on playlists.id = courses.playlist_id
    ) as counted group by status`.execute(db)
  await (postgres ? keepOnPostgres(db) : keepOnSqlite(db))
}
