import { sql } from 'kysely'
import type { Db } from './db/database.ts'
import { lockTable } from './db/locks.ts'

/** What the kept totals are to be. */
const COUNTED = sql`
  select 'playlists' as kind, category_id, status, count(*) as amount from playlists group by category_id, status
  union all select 'courses', '', status, count(*) from courses group by status
  union all select 'people', '', role, count(*) from users group by role
  union all select 'comments', '', status, sum(comments_count) from (
    select comments_count, case when courses.status = 'approved' and playlists.status = 'approved'
      then 'approved' else 'hidden' end as status
    from courses join playlists on playlists.id = courses.playlist_id
  ) as commented group by status`

/** How many kept totals differ from a count of the rows. */
export async function wrongTotals(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select kind from (
        select kind, category_id, status, amount from totals
        union all select kind, category_id, status, -amount from (${COUNTED}) as counted
      ) as parts group by kind, category_id, status having sum(amount) <> 0
    ) as wrong`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

/** Counts all of them anew where one is wrong; whoever changes one meanwhile waits. Gives how many were wrong. */
export async function countTotalsAnew(trx: Db): Promise<number> {
  await lockTable(trx, 'totals')
  const wrong = await wrongTotals(trx)
  if (wrong === 0) return 0
  await trx.deleteFrom('totals').execute()
  await sql`insert into totals (kind, category_id, status, slot, amount)
    select kind, category_id, status, 0, amount from (${COUNTED}) as counted`.execute(trx)
  return wrong
}
