/** What stands beside the video on a wide screen. Without schemas, because the watch page needs it. */
export const WATCH_PANELS = ['playlist', 'transcript', 'notes'] as const
export type WatchPanel = (typeof WATCH_PANELS)[number]
