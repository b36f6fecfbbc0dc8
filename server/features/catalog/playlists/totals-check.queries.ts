import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { isPostgres } from '#server/data/dialect.ts'
import { lockTable } from '#server/data/locks.ts'

/** The correct values of the stored totals. */
const COUNTED = sql`
  select 'playlists' as kind, category_id, status, count(*) as amount from playlists group by category_id, status
  union all select 'courses', '', status, count(*) from courses group by status
  union all select 'revisions', subject, state, count(*) from revisions group by subject, state
  union all select 'people', '', role, count(*) from users group by role
  union all select 'comments', '', status, sum(comments_count) from (
    select comments_count, case when courses.status = 'approved' and playlists.status = 'approved'
      then 'approved' else 'hidden' end as status
    from courses join playlists on playlists.id = courses.playlist_id
  ) as commented group by status`

/** How many stored totals differ from a count of the rows. */
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

/** Recounts all totals if one is wrong, and returns how many were wrong. Other writers of totals wait meanwhile. */
export async function countTotalsAnew(trx: Db): Promise<number> {
  await lockTable(trx, 'totals')
  const wrong = await wrongTotals(trx)
  if (wrong === 0) return 0
  await trx.deleteFrom('totals').execute()
  await sql`insert into totals (kind, category_id, status, slot, amount)
    select kind, category_id, status, 0, amount from (${COUNTED}) as counted`.execute(trx)
  return wrong
}

/** The triggers that update the totals for a new course with comments and for a changed count of comments. */
const OF_COMMENTS = ['totals_of_comments_came', 'totals_of_comments_moved']

/**
 * Runs work that writes many courses in one transaction without these triggers. On PostgreSQL every update of the same
 * total scans its earlier versions of the transaction, which takes hours for half a million courses. Returns whether the
 * caller must recount the totals. No other transaction can write to courses until this one ends.
 */
export async function withCommentsUncounted(trx: Db, work: () => Promise<void>): Promise<boolean> {
  const followed = isPostgres(trx) ? await triggersThere(trx) : []
  for (const name of followed) await sql`alter table courses disable trigger ${sql.id(name)}`.execute(trx)
  await work()
  for (const name of followed) await sql`alter table courses enable trigger ${sql.id(name)}`.execute(trx)
  return followed.length > 0
}

/** A database of an older version may not have the triggers. */
async function triggersThere(trx: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tgname as name from pg_trigger
    where tgrelid = 'courses'::regclass and tgname = any(${OF_COMMENTS})`.execute(trx)
  return rows.map(({ name }) => name)
}
