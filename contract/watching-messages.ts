/** Messages of the watch page that the server and screens share exactly. */
export const LOGIN_TO_LIKE = 'You need to be logged in to like this course.'
export const LOGIN_TO_COMMENT = 'You should be logged in to comment!'
export const COMMENT_NOT_YOURS_TO_EDIT = "You can't update this comment."
export const COMMENT_NOT_YOURS_TO_REMOVE = 'You cant remove this comment.'
export const COMMENT_ADDED = 'Comment added.'
export const COMMENT_UPDATED = 'Comment updated.'
/** The comment is stored without its mentions. */
export const MENTIONED_OFTEN = {
  added: 'Your comment was added. You have mentioned many people; they were not notified.',
  updated: 'Your comment was updated. You have mentioned many people; they were not notified.',
} as const
export const COMMENT_REMOVED = 'This comment was removed.'
