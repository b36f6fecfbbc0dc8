/** The first element of the query keys of this folder. */
export const PRIVACY = 'privacy'

/** The question of the watch page: null when it is answered. */
export const questionKey = (viewer: string) => [PRIVACY, 'question', viewer]
