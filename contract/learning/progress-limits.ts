/** A video counts up to twelve hours. Kept apart from the schemas, which the first page must not load. */
export const VIDEO_SECONDS_MAX = 43_200
export const RANGES_MAX = 200
/** A video is done when this part of it is watched, and a short one already earlier. */
export const DONE_PART = 0.9
export const SHORT_DONE_PART = 0.8
export const SHORT_S = 60
/** "Watch the rest" plays shorter watched stretches: a jump would disturb more than it saves. */
export const SKIPPED_S = 10
export const MERGE_ITEMS_MAX = 200
/** The most days of one answer. */
export const LEARNING_DAYS_MAX = 92
