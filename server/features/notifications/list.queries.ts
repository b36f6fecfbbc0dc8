import { sql } from 'kysely'
import { TOTAL_COUNTED, UNREAD_COUNTED } from '#contract/notifications/notifications.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'

/** The count of unread entries reads no more notifications than this. */
const UNREAD_READ = 1000

/** Sorts after every id. */
export const AFTER_ALL = 'g'

function ownRows(db: Db) {
  return db
    .selectFrom('notifications')
    .select(['id', 'kind', 'subject_kind', 'subject_id', 'group_id', 'actor_id', 'data'])
    .select(['created_at', 'read_at'])
}

export type ListedRow = Awaited<ReturnType<ReturnType<typeof ownRows>['execute']>>[number]

const page = prepared((db, params: Params<{ userId: string; before: string; limit: number }>) =>
  ownRows(db)
    .where('user_id', '=', params.value('userId'))
    .where('app', '=', sql.lit(1))
    .where('id', '<', params.value('before'))
    .orderBy('id', 'desc')
    .limit(sql<number>`${params.value('limit')}`),
)

interface Page {
  userId: string
  /** The id of the last notification of the page before. */
  before: string
  limit: number
}

export function pageOfNotifications(db: Db, wanted: Page): Promise<ListedRow[]> {
  return page(db, { ...wanted })
}

/** The user's notifications with these ids, including those that only go into a mail. */
export async function notificationsAmong(db: Db, userId: string, ids: string[]): Promise<ListedRow[]> {
  if (ids.length === 0) return []
  return ownRows(db).where('user_id', '=', userId).where('id', 'in', ids).orderBy('id', 'desc').execute()
}

const unread = prepared((db, params: Params<{ userId: string }>) =>
  db
    .selectFrom(
      db
        .selectFrom(
          db
            .selectFrom('notifications')
            .select(['kind', 'group_id'])
            .where('user_id', '=', params.value('userId'))
            .where('read_at', 'is', null)
            .orderBy('id', 'desc')
            .limit(sql.lit(UNREAD_READ))
            .as('newest'),
        )
        .select(['kind', 'group_id'])
        .distinct()
        .limit(sql.lit(UNREAD_COUNTED))
        .as('entries'),
    )
    .select(({ fn }) => fn.countAll<number>().as('n')),
)

/** The number of unread entries, counted up to 100. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const [counted] = await unread(db, { userId })
  return Number(counted?.n ?? 0)
}

const total = prepared((db, params: Params<{ userId: string }>) =>
  db
    .selectFrom(
      db
        .selectFrom('notifications')
        .select('id')
        .where('user_id', '=', params.value('userId'))
        .where('app', '=', sql.lit(1))
        .limit(sql.lit(TOTAL_COUNTED))
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll<number>().as('n')),
)

/** The number of the user's notifications, counted up to 1,000. */
export async function countNotifications(db: Db, userId: string): Promise<number> {
  const [counted] = await total(db, { userId })
  return Number(counted?.n ?? 0)
}

/** Marks notifications up to `upTo` as read. Returns how many were unread. */
export async function markRead(db: Db, userId: string, upTo: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ read_at: new Date().toISOString() })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('id', '<=', upTo)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** The same for the entry whose newest notification this is. */
export async function markEntryRead(db: Db, userId: string, id: string): Promise<number> {
  const entry = await db
    .selectFrom('notifications')
    .select(['kind', 'group_id'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!entry) return 0
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ read_at: new Date().toISOString() })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('id', '<=', id)
    .where('kind', '=', entry.kind)
    .where('group_id', '=', entry.group_id)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
