import type { Selectable } from 'kysely'
import type { VideoSource } from '#contract/video/video.ts'

/** What its site said about a video. */
export type VideoFinding = 'plays' | 'not-embeddable' | 'gone'

/** Details of a pasted video, for a day. */
export interface VideoDetailsTable {
  source: VideoSource
  /** `id`, or `id/hash` of an unlisted Vimeo video. */
  source_key: string
  finding: VideoFinding
  title: string | null
  image: string | null
  duration_s: number | null
  found_at: string
}

export type VideoDetailsRow = Selectable<VideoDetailsTable>

export interface VideoCheckTable {
  source: VideoSource
  source_key: string
  /** A first bad finding only makes it suspected. */
  state: 'ok' | 'suspected' | 'unavailable'
  finding: VideoFinding
  /** The time of the first finding of this state; of the first bad one for unavailable. */
  since: string
  checked_at: string
}

export type VideoCheckRow = Selectable<VideoCheckTable>
