/** The kinds of the drafts that belong to a decision. */
export const DESK_NOTES = 'review notes'
export const DESK_ANSWER = 'review answer'
