import type { Course } from '#contract/catalog/courses.ts'
import type { Video } from '#contract/video/video.ts'

/** The video of a course. */
export const videoOf = ({ video, videoLink = '' }: Pick<Course, 'video' | 'videoLink'>): Video =>
  video ?? { source: 'youtube', key: videoLink }
