import type { Video } from '#contract/video/video.ts'
import type { CourseRow } from '#server/data/schema.ts'

type VideoColumns = Pick<CourseRow, 'source' | 'source_key' | 'video_id'>
type AllColumns = VideoColumns & Pick<CourseRow, 'start_s'>

/** A video as the columns of its course hold it; a Vimeo key and its hash share a column. */
export function columnsOf({ source, key, hash, startsAt }: Video): AllColumns {
  const start = { start_s: startsAt ?? null }
  if (source === 'youtube') return { source, source_key: null, video_id: key, ...start }
  return { source, source_key: hash === undefined ? key : `${key}/${hash}`, video_id: '', ...start }
}

/** Without `start_s` the video has no start time. */
export function videoOf({
  source,
  source_key,
  video_id,
  start_s = null,
}: VideoColumns & Partial<AllColumns>): Video {
  const [key = '', hash] = source_key?.split('/') ?? [video_id]
  return { source, key, ...(hash !== undefined && { hash }), ...(start_s !== null && { startsAt: start_s }) }
}

/** The columns to write when this video replaces the stored one; `undefined` for the same video, at whatever second it starts. */
export function replacement(video: Video, stored: VideoColumns) {
  const columns = columnsOf(video)
  const isSame = columns.source_key === stored.source_key && columns.video_id === stored.video_id
  if (isSame) return
  return { ...columns, duration_s: null, chapters: null, corrections: null, unavailable_since: null }
}
