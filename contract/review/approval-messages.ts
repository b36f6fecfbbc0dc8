/** Toasts after a decision. */
export const PLAYLIST_STATUS_UPDATED = 'Playlist status updated successfully!'
export const COURSE_STATUS_UPDATED = 'Course status updated successfully!'

/** An admin decides about what they saw, and about what others made (`SELF_REVIEW`). */
export const CHANGED_SINCE_OPENED = 'This was changed after you opened it. Look at it again.'
export const OWN_WORK = 'You cannot review your own work.'
