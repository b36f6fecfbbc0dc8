/** The address of the watch page of a course. */
export const watchAddress = (playlistId: string, courseId: string) => `/watch-video/${playlistId}/${courseId}`

/** `1 video`, `12 videos` */
export const videosOf = (count: number) => `${count} ${count === 1 ? 'video' : 'videos'}`
