/** Messages that the server and screens without schemas share exactly. */
export const LOGIN_TO_SAVE = 'You should login to save playlists'
export const SEARCH_EMPTY = 'Search for something!'
export const LOGIN_REQUIRED = 'You must be logged in.'
export const SESSION_EXPIRED = 'Your session has expired. Please log in again.'
export const SOMETHING_WENT_WRONG = 'Something went wrong!'
export const CONNECTION_LOST = 'The connection was lost.'
export const NOT_SAVED = `${CONNECTION_LOST} Nothing was saved.`

export const TEACHERS_ONLY = 'Only a teacher can do this.'

/** Free text that narrows a list or searches. */
export const SEARCH_MAX = 100
export const SEARCH_TOO_LONG = `Search text must be at most ${SEARCH_MAX} characters.`

/** Teachers are searched with nothing typed or at least this many characters. */
export const TEACHER_SEARCH_MIN = 2
