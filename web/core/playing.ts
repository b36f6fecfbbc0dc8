/** The attribute of a player whose video plays, as a selector: such a page is not reloaded. */
export const PLAYING = '[data-playing]'
/** The window event at the end of a video. */
export const VIDEO_ENDED = 'videoended'
