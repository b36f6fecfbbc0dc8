import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { ListQuery, ListReply, WriteReply } from '#contract/lists.ts'
import { MailSetting, NotificationFields } from './notification-fields.ts'
import { KINDS, NOTIFICATION_KINDS } from './notification-kinds.ts'

export const NotificationKind = z.enum(NOTIFICATION_KINDS)

/** `unread` and `total` count no further. The screens show "99+". */
export const UNREAD_COUNTED = 100
export const TOTAL_COUNTED = 1000

/**
 * One entry of the list: the notifications of one kind about the same thing that were read together. `_id` is that of the
 * newest.
 */
export const Notification = NotificationFields.extend({ kind: NotificationKind }).meta({ id: 'Notification' })
export type Notification = z.infer<typeof Notification>

export const NotificationSetting = z.object({ kind: NotificationKind, app: z.boolean(), mail: MailSetting })
export type NotificationSetting = z.infer<typeof NotificationSetting>

export const UNSUBSCRIBE_INVALID = 'This link does not work. Open your notification settings instead.'
export const TIME_ZONE_UNKNOWN = 'Choose a time zone from the list.'
/** An IANA name such as `Europe/Stockholm`. The server checks that it exists. */
const TimeZone = z.string({ error: TIME_ZONE_UNKNOWN }).min(1, TIME_ZONE_UNKNOWN).max(64, TIME_ZONE_UNKNOWN)

const Settings = z.object({
  /** The kinds that the caller can get; those for admins only for an admin. */
  settings: z.array(NotificationSetting),
  /** The caller's time zone, else the site's. */
  timeZone: z.string(),
  /** The hour of the daily mail, in that time zone. */
  dailyAt: z.string(),
})
export type NotificationSettings = z.infer<typeof Settings>

const settings = z
  .array(NotificationSetting, 'Settings must be a list.')
  .max(NOTIFICATION_KINDS.length, 'Name each kind once.')
  .refine((list) => new Set(list.map(({ kind }) => kind)).size === list.length, 'Name each kind once.')
  .refine(
    (list) => !list.some(({ kind }) => KINDS[kind].setting.always),
    'Security notifications are always sent.',
  )

export const notificationsApi = {
  list: endpoint('notifications.list', {
    summary: 'The caller’s notifications, newest first, grouped',
    query: ListQuery,
    reply: ListReply.extend({
      notifications: z.array(Notification),
      /** Unread entries, counted up to 100. */
      unread: z.int(),
    }),
  }),
  read: endpoint('notifications.read', {
    summary: 'Mark notifications as read, up to one of them or that entry alone',
    rate: 'reaction',
    body: z.object({ upTo: Id, entry: z.boolean().optional() }),
    reply: WriteReply.extend({ unread: z.int() }),
  }),
  settings: endpoint('notifications.settings', {
    summary: 'Which notifications the caller gets, and which of them by mail',
    reply: Settings,
  }),
  setSettings: endpoint('notifications.setSettings', {
    summary: 'Change some of them; `timeZone` says when the daily mail goes out',
    rate: 'reaction',
    body: z.object({ settings: settings.optional(), timeZone: TimeZone.optional() }),
    reply: Settings,
  }),
  unsubscribe: endpoint('notifications.unsubscribe', {
    summary:
      'Stop the mails that a link names; also the one-click call of RFC 8058, with the token in the query',
    rate: 'read',
    acceptsForm: true,
    query: z.object({ token: z.string().max(2000).optional() }),
    body: z.object({ token: z.string().max(2000).optional() }).loose(),
    reply: WriteReply.extend({ kinds: z.array(NotificationKind) }),
  }),
}
