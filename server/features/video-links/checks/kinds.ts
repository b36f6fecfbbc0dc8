import { z } from 'zod'
import { Video } from '#contract/video/video.ts'
import { jobKind } from '#server/jobs/kind.ts'

/** Checks one video soon. */
export const CHECK_VIDEO = jobKind('video-check', Video)

/** Walks through all approved courses once a day; `after` is the last course that was looked at. */
export const CHECK_ALL_VIDEOS = jobKind('video-checks', z.object({ after: z.string() }))
