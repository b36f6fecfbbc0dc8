import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { valuesTable } from '#server/data/dialect.ts'
import type { CountedRows } from './counts-of-user.queries.ts'
import { countTotalsAnew, withCommentsUncounted, wrongTotals } from './totals-check.queries.ts'

/** A stored count and the query that computes it. */
interface StoredCount {
  table: 'users' | 'playlists' | 'courses' | 'playlist_progress'
  column: string
  rows: ReturnType<typeof sql>
}

/** The order matters: a teacher's courses are summed from the counts of their playlists. */
const STORED_COUNTS: StoredCount[] = [
  {
    table: 'playlists',
    column: 'courses_count',
    rows: sql`(select count(*) from courses where courses.playlist_id = playlists.id)`,
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
    table: 'users',
    column: 'saves_count',
    rows: sql`(select count(*) from saves where saves.user_id = users.id)`,
  },
  {
    table: 'users',
    column: 'approved_playlists_count',
    rows: sql`(select count(*) from playlists where playlists.teacher_id = users.id and playlists.status = 'approved')`,
  },
  {
    table: 'users',
    column: 'approved_courses_count',
    rows: sql`(select coalesce(sum(playlists.approved_courses_count), 0) from playlists
      where playlists.teacher_id = users.id and playlists.status = 'approved')`,
  },
  {
    table: 'playlist_progress',
    column: 'done_count',
    rows: sql`(select count(*) from progress join courses on courses.id = progress.course_id
      where progress.user_id = playlist_progress.user_id and progress.done_at is not null
        and courses.playlist_id = playlist_progress.playlist_id and courses.status = 'approved'
        and courses.unavailable_since is null)`,
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
    const ids = table === 'playlist_progress' ? [] : counted[table]
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
  await withCommentsUncounted(trx, async () => {
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
