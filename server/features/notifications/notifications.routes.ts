import { KINDS, NOTIFICATION_KINDS } from '#contract/notifications/notification-kinds.ts'
import { notificationsApi, UNSUBSCRIBE_INVALID } from '#contract/notifications/notifications.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import { readUnsubscribeToken } from '#server/features/mail/unsubscribe.ts'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { sendDailyMails } from './daily.ts'
import { countUnread, markEntryRead, markRead } from './list.queries.ts'
import { listNotifications } from './list.ts'
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
