import { z } from 'zod'
import { UserRef } from '#contract/account/user-fields.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { ListQuery, ListReply, WriteReply } from '#contract/lists.ts'
import { ALWAYS_ON, NOTIFICATION_KINDS, SUBJECT_KINDS } from './notification-kinds.ts'

export const NotificationKind = z.enum(NOTIFICATION_KINDS)
export const SubjectKind = z.enum(SUBJECT_KINDS)

/** When a mail goes out: with the notification, with the next daily mail, or not at all. */
export const MailSetting = z.enum(['now', 'daily', 'never'], 'Mail must be now, daily or never.')
export type MailSetting = z.infer<typeof MailSetting>

/** `unread` and `total` count no further. The screens show "99+". */
export const UNREAD_COUNTED = 100
export const TOTAL_COUNTED = 1000
/** How many actors an entry names. */
export const ACTORS_SHOWN = 3

/** More about the event; each kind uses some of the keys. */
export const NotificationData = z.object({
  /** `decision`: what was decided. `report_decided`: whether the subject was kept or removed. */
  state: z.string().optional(),
  /** `decision`: the admin's reasons, and their notes. */
  reasons: z.int().optional(),
  notes: z.int().optional(),
  /** `decision`, `video_followed`, `video_saved`: how many videos. */
  videos: z.int().optional(),
  /** `video_gone`: what the site of the video said. */
  finding: z.string().optional(),
  /** `broken`: what does not work, as a sentence. */
  problem: z.string().optional(),
  /** `security`: what happened, and the device and network it came from. */
  event: z.string().optional(),
  device: z.string().optional(),
  network: z.string().optional(),
  /** `decision`: the sentence of an admin who decided about a report. */
  message: z.string().optional(),
  /** `report`: why; one of the reasons. */
  reason: z.string().optional(),
})
export type NotificationData = z.infer<typeof NotificationData>

/**
 * One entry of the list: the notifications of one kind about the same thing that were read together. `_id` is that of the
 * newest.
 */
export const Notification = z
  .object({
    _id: Id,
    kind: NotificationKind,
    subject: z.object({ kind: SubjectKind, _id: z.string() }),
    /** The newest first, at most three; `actorsCount` counts all. */
    actors: z.array(UserRef),
    actorsCount: z.int(),
    /** How many notifications the entry stands for. */
    count: z.int(),
    data: NotificationData,
    /** The title of the course or playlist; null when it has none or the subject is gone. */
    title: z.string().nullable(),
    /** The title of the course's playlist. */
    playlist: z.string().nullable(),
    /** The beginning of the comment. */
    text: z.string().nullable(),
    /** Where the entry leads, beginning with a slash; null when the subject is gone. */
    link: z.string().nullable(),
    /** Whether the subject was deleted or is hidden from the reader now. */
    gone: z.boolean(),
    createdAt: Timestamp,
    readAt: Timestamp.nullable(),
  })
  .meta({ id: 'Notification' })
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
    (list) => !list.some(({ kind }) => ALWAYS_ON.includes(kind)),
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
