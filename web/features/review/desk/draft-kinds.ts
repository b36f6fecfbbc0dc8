/** The kinds of the drafts that belong to a decision. Their subjects are ids of playlists. */
export const DESK_NOTES = 'review notes'
export const DESK_ANSWER = 'review answer'

/** The form of one note. Its subjects are `{playlistId} {key}`, or `{playlistId} new`. */
export const NOTE_DRAFT = 'review note'
export const NEW_NOTE = 'new'
