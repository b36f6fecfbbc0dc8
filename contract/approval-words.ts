/** Specification section 8, success toasts. */
export const PLAYLIST_STATUS_UPDATED = 'Playlist status updated successfully!'
export const COURSE_STATUS_UPDATED = 'Course status updated successfully!'
