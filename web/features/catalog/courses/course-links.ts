/** The address of the watch page of a course. */
export const watchAddress = (playlistId: string, courseId: string) => `/watch-video/${playlistId}/${courseId}`
