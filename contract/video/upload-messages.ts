/** An admin reads it in the review, and a viewer in the player, which does without the schemas of uploads. */
export const STILL_PREPARED = 'The video is still being prepared.'
