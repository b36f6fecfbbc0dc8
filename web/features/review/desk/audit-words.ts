/** What the actions of the audit log mean, in the order of the filter. */
export const AUDIT_ACTIONS: Readonly<Record<string, string>> = {
  login: 'Logged in',
  'login.failed': 'Failed to log in',
  logout: 'Logged out',
  register: 'Registered',
  'session.ended': 'Ended a session',
  'password.changed': 'Changed the password',
  'password.reset': 'Reset the password',
  'reset.code': 'Created a reset code',
  'email.changed': 'Changed the email',
  'email.verified': 'Confirmed the email',
  'email.restored': 'Took back a changed email',
  'role.changed': 'Changed the role',
  'admin.made': 'Made an admin',
  'admin.unmade': 'Removed an admin',
  'user.trusted': 'Trusted a teacher',
  'user.untrusted': 'Stopped trusting a teacher',
  'user.deleted': 'Deleted an account',
  'user.suspended': 'Suspended an account',
  'user.unsuspended': 'Lifted a suspension',
  'report.decided': 'Decided about reports',
  'playlist.decided': 'Decided on a playlist',
  'course.decided': 'Decided on a video',
  'playlist.status': 'Set the status of a playlist',
  'course.status': 'Set the status of a video',
  'playlist.deleted': 'Deleted a playlist',
  'course.deleted': 'Deleted a video',
  'comment.deleted': 'Deleted a comment',
  'captions.saved': 'Saved captions',
  'captions.deleted': 'Deleted captions',
  'category.created': 'Created a category',
  'category.renamed': 'Renamed a category',
  'category.deleted': 'Deleted a category',
  refused: 'Was not allowed',
  throttled: 'Tried too often',
}

/** An action of a newer server keeps its own name. */
export const actionText = (action: string) => AUDIT_ACTIONS[action] ?? action

/** `from: submitted, to: approved` */
export const detailText = (detail: Record<string, string | number | boolean>) =>
  Object.entries(detail)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ')
