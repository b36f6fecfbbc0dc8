import type { z } from 'zod'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import type { notificationsApi } from '#contract/notifications/notifications.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/data/cursor.ts'
import type { Db } from '#server/data/database.ts'
import { checkedKeys } from '#server/data/keyset.ts'
import { entriesOf } from './entries.ts'
import { AFTER_ALL, countNotifications, countUnread, pageOfNotifications } from './list.queries.ts'

const SORT = 'notifications'

interface ListQuery {
  /** The number of notifications on a page. Grouping makes fewer entries of them. */
  limit?: number | undefined
  cursor?: string | undefined
}

/** The viewer's own notifications, newest first. Throws an AppError for an invalid cursor. */
export async function listNotifications(
  db: Db,
  viewer: Viewer,
  { limit = LIST_LIMIT_DEFAULT, cursor }: ListQuery,
): Promise<z.input<typeof notificationsApi.list.reply>> {
  const before = cursor === undefined ? AFTER_ALL : lastOf(cursor)
  const [found, unread, total] = await Promise.all([
    pageOfNotifications(db, { userId: viewer.id, before, limit: limit + 1 }),
    countUnread(db, viewer.id),
    countNotifications(db, viewer.id),
  ])
  const { rows, nextCursor } = pageOf(found, limit, ({ id }) => encodeCursor(SORT, [id]))
  const entries = await entriesOf(db, viewer, rows)
  return { notifications: entries.map(({ notification }) => notification), unread, total, nextCursor }
}

function lastOf(cursor: string): string {
  const [id] = checkedKeys(['id'], decodeCursor(SORT, cursor))
  return String(id)
}
