import { type SqlBool, sql } from 'kysely'
import type { Role } from '#contract/account/user-fields.ts'
import type { Db } from '#server/data/database.ts'
import { idAt } from '#server/data/ids.ts'

const OPEN = sql<SqlBool>`state = 'open'`

interface Counted {
  count: number
  since: string | null
}

/** Reports that wait, of all subjects. */
export async function openReports(db: Db): Promise<Counted> {
  const { n, since } = await db
    .selectFrom('reports')
    .select(({ fn }) => [fn.countAll<number>().as('n'), fn.min('created_at').as('since')])
    .where(OPEN)
    .where('id', '>', sql.lit(''))
    .executeTakeFirstOrThrow()
  return { count: Number(n), since }
}

export async function openRequests(db: Db): Promise<Counted> {
  const { n, since } = await db
    .selectFrom('teacher_requests')
    .select(({ fn }) => [fn.countAll<number>().as('n'), fn.min('created_at').as('since')])
    .where(OPEN)
    .executeTakeFirstOrThrow()
  return { count: Number(n), since }
}

/** Since when the video has been unavailable that was lost first. */
export async function oldestUnavailable(db: Db): Promise<string | null> {
  const oldest = await db
    .selectFrom('courses')
    .select('unavailable_since')
    .where('unavailable_since', '>', sql.lit(''))
    .where('trash_id', 'is', null)
    .orderBy('unavailable_since')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return oldest?.unavailable_since ?? null
}

/** Mails that were not sent, by state. Written as in the index mails_unsent. */
export async function countUnsent(db: Db, since: number): Promise<{ failed: number; rejected: number }> {
  const rows = await db
    .selectFrom('mails')
    .select(['state', ({ fn }) => fn.countAll<number>().as('n')])
    .where(sql<SqlBool>`state in ('failed', 'rejected')`)
    .where('id', '>=', idAt(since))
    .groupBy('state')
    .execute()
  const of = (state: string) => Number(rows.find((row) => row.state === state)?.n ?? 0)
  return { failed: of('failed'), rejected: of('rejected') }
}

/** The newest backup that is whole, and the newest that failed. */
export async function newestBackups(db: Db) {
  const newest = (state: 'done' | 'failed') =>
    db
      .selectFrom('backups')
      .select(['file_name', 'finished_at', 'bytes', 'error'])
      .where('state', '=', state)
      .orderBy('finished_at', 'desc')
      .limit(sql.lit(1))
      .executeTakeFirst()
  return { done: await newest('done'), failed: await newest('failed') }
}

/** With a bound, the index is searched. */
const IS_DEMO = sql<SqlBool>`is_demo = 1 and id > ''`

/** The demo accounts, of which there are few. */
export async function demoAccounts(db: Db): Promise<{ id: string; role: Role }[]> {
  return db.selectFrom('users').select(['id', 'role']).where(IS_DEMO).execute()
}

export async function countDemoPlaylists(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('playlists')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('teacher_id', 'in', (of) => of.selectFrom('users').select('id').where(IS_DEMO))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Whether an admin would be left without the demo. */
export async function hasOwnAdmin(db: Db): Promise<boolean> {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', sql.lit(1))
    .where('is_demo', '=', sql.lit(0))
    .limit(sql.lit(1))
    .executeTakeFirst()
  return admin !== undefined
}

/** The categories of a new site have ids of this time. */
const FIRST_CATEGORIES = Date.UTC(2026, 0, 1)

/** Whether somebody has added a category. */
export async function hasOwnCategory(db: Db): Promise<boolean> {
  const own = await db
    .selectFrom('categories')
    .select('id')
    .where('id', '>=', idAt(FIRST_CATEGORIES + 1))
    .limit(sql.lit(1))
    .executeTakeFirst()
  return own !== undefined
}

/** Whether an admin has ever saved this setting, also at its default. */
export async function isSaved(db: Db, key: string): Promise<boolean> {
  return (
    (await db.selectFrom('settings').select('key').where('key', '=', key).executeTakeFirst()) !== undefined
  )
}

export async function setChecklistHidden(db: Db, at: string | null): Promise<void> {
  await db.updateTable('site').set({ checklist_hidden_at: at }).execute()
}

/** The name and address of a user. */
export function findRecipient(db: Db, userId: string): Promise<{ username: string; email: string }> {
  return db
    .selectFrom('users')
    .select(['username', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}
