/** A video counts up to twelve hours. Kept apart from the schemas, which the first page must not load. */
export const VIDEO_SECONDS_MAX = 43_200
export const RANGES_MAX = 200
export const MERGE_ITEMS_MAX = 200
/** The most days of one answer. */
export const LEARNING_DAYS_MAX = 92
