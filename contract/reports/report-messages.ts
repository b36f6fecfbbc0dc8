/** The texts of reports and suspensions that the server and the screens share. */
export const REPORT_REASONS = [
  'Spam',
  'Hurtful',
  'Wrong or dangerous',
  'Copyright',
  'The video does not work',
  'Other',
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]
/** Only for courses; it has the video checked. */
export const VIDEO_BROKEN = 'The video does not work' satisfies ReportReason

export const REPORT_TEXT_MAX = 1000
export const REPORT_THANKS = 'Thank you. An admin will look at it.'
export const REPORT_OWN = "You can't report yourself or your own content."
export const REPORT_DECIDED = 'These reports are already decided.'
export const PROFILE_STAYS = 'A profile cannot be removed. Suspend the account instead.'

/** In place of a comment with replies that reports hide. */
export const COMMENT_HIDDEN = 'This comment was reported. It is hidden until an admin has looked at it.'

export const SUSPENSION_REASON_MAX = 300
export const SUSPENSION_REASON_NEEDED = 'Say why the account is suspended.'
/** After the right password only. */
export const suspendedMessage = (reason: string) => `This account is suspended: ${reason}`

export const NOT_YOURSELF = 'You cannot do this to your own account.'
export const LAST_ADMIN = 'This is the last admin. Make someone else an admin first.'
export const TEACHER_WITH_PLAYLISTS =
  'This teacher has playlists. They must be deleted before the role can change.'
