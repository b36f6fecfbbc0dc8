import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { isPostgres, valuesTable } from '#server/data/dialect.ts'
import { lockTable } from '#server/data/locks.ts'
import type { CountedRows } from './counts.queries.ts'

/** A stored count and the query that computes it. */
interface StoredCount {
  table: 'users' | 'playlists' | 'courses' | 'comments' | 'playlist_progress' | 'groups'
  column: string
  rows: ReturnType<typeof sql>
}

/** The order matters: a teacher's courses are summed from the counts of their playlists. */
const STORED_COUNTS: StoredCount[] = [
  {
    table: 'playlists',
    column: 'courses_count',
    rows: sql`(select count(*) from courses where courses.playlist_id = playlists.id and courses.trash_id is null)`,
  },
  {
    table: 'playlists',
    column: 'approved_courses_count',
    rows: sql`(select count(*) from courses where courses.playlist_id = playlists.id and courses.status = 'approved')`,
  },
  {
    table: 'playlists',
    column: 'unavailable_count',
    rows: sql`(select count(*) from courses where courses.playlist_id = playlists.id and courses.status = 'approved'
      and courses.unavailable_since is not null)`,
  },
  {
    table: 'playlists',
    column: 'saves_count',
    rows: sql`(select count(*) from saves where saves.playlist_id = playlists.id)`,
  },
  {
    table: 'playlists',
    column: 'followers_count',
    rows: sql`(select count(*) from follows where follows.playlist_id = playlists.id)`,
  },
  {
    table: 'users',
    column: 'followers_count',
    rows: sql`(select count(*) from follows where follows.teacher_id = users.id)`,
  },
  {
    table: 'courses',
    column: 'likes_count',
    rows: sql`(select count(*) from likes where likes.course_id = courses.id)`,
  },
  {
    table: 'courses',
    column: 'comments_count',
    rows: sql`(select count(*) from comments
      where comments.course_id = courses.id and comments.removed_at is null)`,
  },
  {
    table: 'comments',
    column: 'likes_count',
    rows: sql`(select count(*) from comment_likes where comment_likes.comment_id = comments.id)`,
  },
  {
    table: 'users',
    column: 'saves_count',
    rows: sql`(select count(*) from saves where saves.user_id = users.id)`,
  },
  {
    table: 'users',
    column: 'approved_playlists_count',
    rows: sql`(select count(*) from playlists where playlists.teacher_id = users.id and playlists.shown = 'public')`,
  },
  {
    table: 'users',
    column: 'approved_courses_count',
    rows: sql`(select coalesce(sum(playlists.approved_courses_count), 0) from playlists
      where playlists.teacher_id = users.id and playlists.shown = 'public')`,
  },
  {
    table: 'playlist_progress',
    column: 'done_count',
    rows: sql`(select count(*) from progress join courses on courses.id = progress.course_id
      where progress.user_id = playlist_progress.user_id and progress.done_at is not null
        and courses.playlist_id = playlist_progress.playlist_id and courses.status = 'approved'
        and courses.unavailable_since is null)`,
  },
  {
    table: 'groups',
    column: 'members_count',
    rows: sql`(select count(*) from group_members where group_members.group_id = groups.id)`,
  },
]

export interface WrongCount {
  table: string
  column: string
  rows: number
}

/** The stored counts that differ from the rows, each with the number of wrong rows. */
export async function wrongCounts(db: Db): Promise<WrongCount[]> {
  const wrong: WrongCount[] = []
  for (const { table, column, rows } of STORED_COUNTS) {
    const result = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(table)} where ${sql.ref(column)} <> ${rows}`.execute(db)
    const n = Number(result.rows[0]?.n ?? 0)
    if (n > 0) wrong.push({ table, column, rows: n })
  }
  const totals = await wrongTotals(db)
  if (totals > 0) wrong.push({ table: 'totals', column: 'amount', rows: totals })
  return wrong
}

/** Computes the stored counts of these rows from their formulas; lock the rows before the rows that they count change. */
export async function recountRows(trx: Db, counted: CountedRows): Promise<void> {
  for (const { table, column, rows } of STORED_COUNTS) {
    if (table === 'playlist_progress' || table === 'groups') continue
    const ids = counted[table]
    if (ids.length === 0) continue
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${rows}
      where id in (select id from ${valuesTable(trx, 'counted', { id: ids })})
        and ${sql.ref(column)} <> ${rows}`.execute(trx)
  }
}

/** Corrects every stored count; returns how many were wrong. */
export async function recount(trx: Db): Promise<number> {
  let changed = 0
  await withReactionsUncounted(trx, async () => {
    for (const { table, column, rows } of STORED_COUNTS) {
      const set = await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${rows} where ${sql.ref(column)} <> ${rows}`.execute(
        trx,
      )
      changed += Number(set.numAffectedRows ?? 0)
    }
  })
  return changed + (await countTotalsAnew(trx))
}

const withStatus = (column: string) => sql`(
    select ${sql.ref(column)} as amount, case when courses.status = 'approved' and playlists.shown = 'public'
      then 'approved' else 'hidden' end as status
    from courses join playlists on playlists.id = courses.playlist_id
  ) as reacted group by status`
const byTeacher = (column: string) => sql`sum(${sql.ref(column)})
  from courses join playlists on playlists.id = courses.playlist_id
  where courses.status = 'approved' and playlists.shown = 'public' group by teacher_id`

/** The correct values of the stored totals. */
const COUNTED = sql`
  select 'playlists' as kind, category_id, status, count(*) as amount from playlists group by category_id, status
  union all select 'shown', category_id, shown, count(*) from playlists group by category_id, shown
  union all select 'courses', '', status, count(*) from courses group by status
  union all select 'revisions', subject, state, count(*) from revisions group by subject, state
  union all select 'people', '', role, count(*) from users group by role
  union all select 'comments', '', status, sum(amount) from ${withStatus('comments_count')}
  union all select 'likes', '', status, sum(amount) from ${withStatus('likes_count')}
  union all select 'teacher_comments', teacher_id, 'approved', ${byTeacher('comments_count')}
  union all select 'teacher_likes', teacher_id, 'approved', ${byTeacher('likes_count')}
  union all select 'saves', '', status, sum(saves_count) from (
    select saves_count, case when shown = 'public' then 'approved' else 'hidden' end as status from playlists
  ) as saved group by status`

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

/** The triggers that update the totals for each row with reactions, or with a changed count of them. */
const OF_REACTIONS = [
  'totals_of_reactions_came',
  'totals_of_reactions_moved',
  'totals_of_saves_came',
  'totals_of_saves_moved',
  // Of a former schema.
  'totals_of_comments_came',
  'totals_of_comments_moved',
]

interface TableTrigger {
  table: string
  name: string
}

/**
 * Runs work that writes many courses or playlists in one transaction without these triggers. On PostgreSQL every update of
 * the same total scans its earlier versions of the transaction, which takes hours for half a million courses. Returns whether
 * the caller must recount the totals. No other transaction can write to these tables until this one ends.
 */
export async function withReactionsUncounted(trx: Db, work: () => Promise<void>): Promise<boolean> {
  const triggers = isPostgres(trx) ? await triggersThere(trx) : []
  const each = ({ table, name }: TableTrigger) => [sql.table(table), sql.id(name)] as const
  for (const [table, name] of triggers.map(each))
    await sql`alter table ${table} disable trigger ${name}`.execute(trx)
  await work()
  for (const [table, name] of triggers.map(each))
    await sql`alter table ${table} enable trigger ${name}`.execute(trx)
  return triggers.length > 0
}

/** A database of an older version may not have the triggers. */
async function triggersThere(trx: Db): Promise<TableTrigger[]> {
  const { rows } = await sql<TableTrigger>`
    select case when tgrelid = 'courses'::regclass then 'courses' else 'playlists' end as "table", tgname as name
    from pg_trigger
    where tgrelid in ('courses'::regclass, 'playlists'::regclass) and tgname = any(${OF_REACTIONS})`.execute(
    trx,
  )
  return rows
}
