import { z } from 'zod'
import { UserRef } from '#contract/account/user-fields.ts'
import { Id, Timestamp } from '#contract/id.ts'

/** What a notification is about. `site` is the site itself; its id says which part. */
export const SubjectKind = z.enum(['comment', 'course', 'playlist', 'user', 'group', 'site'])
export type SubjectKind = z.infer<typeof SubjectKind>

/** When a mail goes out: with the notification, with the next daily mail, or not at all. */
export const MailSetting = z.enum(['now', 'daily', 'never'], 'Mail must be now, daily or never.')
export type MailSetting = z.infer<typeof MailSetting>

/** How many actors an entry names. */
export const ACTORS_SHOWN = 3

/** More about the event; the table of kinds says which kind uses which keys. */
export const NotificationData = z.object({
  /** What was decided, or whether a reported subject was kept or removed. */
  state: z.string().optional(),
  /** The number of an admin's reasons, and of their notes. */
  reasons: z.int().optional(),
  notes: z.int().optional(),
  /** The review round. */
  round: z.string().optional(),
  /** How many videos. */
  videos: z.int().optional(),
  /** What the site of a video said. */
  finding: z.string().optional(),
  /** Why a file could not be prepared: a sentence. */
  fault: z.string().optional(),
  /** What does not work: a kind of jobs, or `FULL_DISK`. */
  problem: z.string().optional(),
  /** What happened to an account, and the device and network it came from. */
  event: z.string().optional(),
  device: z.string().optional(),
  network: z.string().optional(),
  /** The sentence of an admin who decided about a report. */
  message: z.string().optional(),
  /** Why something was reported; one of the reasons. */
  reason: z.string().optional(),
})
export type NotificationData = z.infer<typeof NotificationData>

/** An entry of the list without its kind. */
export const NotificationFields = z.object({
  _id: Id,
  subject: z.object({ kind: SubjectKind, _id: z.string() }),
  /** The newest first, at most three; `actorsCount` counts all. */
  actors: z.array(UserRef),
  actorsCount: z.int(),
  /** How many notifications the entry stands for. */
  count: z.int(),
  data: NotificationData,
  /** The title of the course or playlist, or the name of the group; null when it has none or the subject is gone. */
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
export type NotificationFields = z.infer<typeof NotificationFields>
