import type { MailSetting, NotificationData, NotificationFields } from './notification-fields.ts'
import type { TextPart } from './notification-words.ts'

/** Without a tone, the avatar of the actor is shown with the icon; else the icon stands in a square of this tone. */
export interface KindIcon {
  name:
    | 'message'
    | 'question'
    | 'decision'
    | 'approved'
    | 'video-off'
    | 'playlist'
    | 'flag'
    | 'clock'
    | 'alert'
    | 'shield'
    | 'group'
  tone?: 'cancel' | 'approved' | 'processing' | 'pending'
}

/** One kind of notification. */
export interface KindRow {
  /** Which keys of the data it uses. */
  data: readonly (keyof NotificationData)[]
  setting: {
    group: string
    /** Its rows in the settings; one, unless it is always sent. */
    labels: readonly string[]
    /** The mails of a user who has not changed the setting. In the app, every kind is on. */
    mail: MailSetting
    adminsOnly?: true
    /** Nobody can turn it off. */
    always?: true
  }
  /** "Emails about …" */
  topic: string
  icon: KindIcon | ((data: NotificationData) => KindIcon)
  /**
   * A path, the subject, the teacher's work (its public page or where it is edited), the new videos (one, or their
   * playlist), or the review (where the teacher builds the playlist, or the desk).
   */
  link: `/${string}` | 'subject' | 'work' | 'videos' | 'review'
  /** Without the full stop. */
  sentence: (notification: NotificationFields, title: TextPart) => TextPart[]
  /** Whether the sentence remains correct when the subject is gone. By default it does not. */
  staysWhenGone?: (notification: NotificationFields) => boolean
  /** The line under the sentence. By default the text of the comment. */
  detail?: (notification: NotificationFields) => string | undefined
  mail: {
    /** Why the reader gets it: one line. */
    reason: string | ((notification: NotificationFields, siteName: string) => string)
    /** The button of an immediate mail. */
    button: string
    /** The link of several notifications in the daily mail. By default the words of the button. */
    linkToMany?: (count: number) => string
    /** The heading in the daily mail. By default the sentence. */
    heading?: (notification: NotificationFields, title: string) => string
    /** Its part of the daily mail's summary. */
    summary: (n: number) => string
    /** What the summary counts: the new videos, or all work that waits for review. By default the notifications. */
    counts?: 'videos' | 'waiting'
    /** What the daily mail shows: the texts of the comments, or the new videos and playlists with their pictures. */
    shows?: 'texts' | 'items'
    /** It is mailed even if its subject is gone, as far as its sentence remains correct. */
    isAboutRemoval?: true
    /** Whether another mail says the same. */
    isMailedElsewhere?: (data: NotificationData) => boolean
  }
}
