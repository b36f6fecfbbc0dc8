import type { z } from 'zod'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import { KINDS, NOTIFICATION_KINDS } from '#contract/notifications/notification-kinds.ts'
import { notificationsApi, UNSUBSCRIBE_INVALID } from '#contract/notifications/notifications.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/data/cursor.ts'
import type { Db } from '#server/data/database.ts'
import { checkedKeys } from '#server/data/keyset.ts'
import { readUnsubscribeToken } from '#server/features/mail/email-tokens.ts'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { sendDailyMails } from './daily.ts'
import { entriesOf } from './entries.ts'
import {
  AFTER_ALL,
  countNotifications,
  countUnread,
  markEntryRead,
  markRead,
  pageOfNotifications,
} from './list.queries.ts'
import { tellNotified } from './notify.ts'
import { notifyOfDeadJobs } from './problems.ts'
import { notifyFollowers } from './publishing.ts'
import { changeSettings, readSettings, stopMails } from './settings.ts'

/** No cached answer contains notifications. */
const changes = () => NO_TAGS

export function notificationRoutes(context: AppContext): void {
  const { db, secrets } = context
  notifyFollowers(context)
  notifyOfDeadJobs(context)
  sendDailyMails(context)

  route(context, notificationsApi.list, {
    run: ({ reading, viewer, query }) => listNotifications(reading, viewer, query),
  })

  route(context, notificationsApi.read, {
    changes,
    run: async ({ viewer, body: { upTo, entry = false } }) => {
      const read = entry ? await markEntryRead(db, viewer.id, upTo) : await markRead(db, viewer.id, upTo)
      // Updates the bell in the user's other tabs and devices.
      if (read > 0) tellNotified(context, { userIds: [viewer.id], hasMails: false })
      return { success: true as const, message: 'Marked as read.', unread: await countUnread(db, viewer.id) }
    },
  })

  route(context, notificationsApi.settings, { run: ({ reading, viewer }) => readSettings(reading, viewer) })

  route(context, notificationsApi.setSettings, {
    changes,
    run: ({ viewer, body }) => changeSettings(db, viewer, body),
  })

  route(context, notificationsApi.unsubscribe, {
    changes,
    run: async ({ query, body }) => {
      const claim = readUnsubscribeToken(secrets, query.token ?? body.token ?? '')
      const kinds = NOTIFICATION_KINDS.filter(
        (kind) => claim?.kinds.includes(kind) && !KINDS[kind].setting.always,
      )
      if (!claim || kinds.length === 0) throw new AppError('invalid', UNSUBSCRIBE_INVALID)
      await stopMails(db, claim.user, kinds)
      return { success: true as const, message: 'You will not get these emails any more.', kinds }
    },
  })
}

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
