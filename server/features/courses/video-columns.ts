import type { Video } from '#contract/video.ts'
import type { CourseRow } from '#server/data/schema.ts'

type VideoColumns = Pick<CourseRow, 'source' | 'source_key' | 'video_id'>

/** A video as the columns of its course hold it; a Vimeo key and its hash share a column. */
export function columnsOf({ source, key, hash }: Video): VideoColumns {
  if (source === 'youtube') return { source, source_key: null, video_id: key }
  return { source, source_key: hash === undefined ? key : `${key}/${hash}`, video_id: '' }
}

export function videoOf({ source, source_key, video_id }: VideoColumns): Video {
  const [key = '', hash] = source_key?.split('/') ?? [video_id]
  return { source, key, ...(hash !== undefined && { hash }) }
}

/** The columns to write when this video replaces the stored one; `undefined` for the same video. */
export function replacement(video: Video, stored: VideoColumns) {
  const columns = columnsOf(video)
  const isSame = columns.source_key === stored.source_key && columns.video_id === stored.video_id
  return isSame ? undefined : { ...columns, duration_s: null, chapters: null, unavailable_since: null }
}
