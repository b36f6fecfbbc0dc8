import type { Generated, Selectable } from 'kysely'
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

/** A video that a teacher uploaded; its files are in the folder or bucket of the videos, under its id. */
export interface VideoTable {
  id: string
  owner_id: string
  state: 'queued' | 'working' | 'ready' | 'failed'
  /** Percent of the preparation. */
  progress: Generated<number>
  /** A sentence for the teacher; also while another try waits. */
  fault: string | null
  duration_s: number | null
  width: number | null
  height: number | null
  /** Of the original until the video is ready, then of the prepared files. */
  bytes: number
  /** JSON of the names of its versions, smallest first. */
  renditions: Generated<string>
  /** JSON of its storyboard, or null without one. */
  storyboard: string | null
  /** SHA-256 of the original. */
  checksum: string | null
  /** The generated picture of its drafts, until the poster replaces it. */
  cover: string | null
  created_at: string
}

export type VideoRow = Selectable<VideoTable>

/** A file on its way to the server; the bytes are in the folder of the uploads. */
export interface UploadTable {
  id: string
  owner_id: string
  bytes: number
  received: Generated<number>
  name: string
  state: Generated<'receiving' | 'finished'>
  expires_at: string
  /** The node that has the file; empty on a site of one node. */
  node: string
  /** The request that writes to the file. */
  locked_by: string | null
  /** Until then no other request writes to it. */
  locked_until: string | null
  /** 1 while another request waits for the lock. */
  lock_wanted: Generated<number>
  /** The playlist that gets a draft of the video; null for a video that a form names later. */
  playlist_id: string | null
  /** The section of the draft; null for the end of the playlist. */
  section_id: string | null
  /** The course whose video the file replaces. */
  course_id: string | null
  /** The title of the draft. */
  title: string | null
}

export type UploadRow = Selectable<UploadTable>

/** The captions of a video in one language. */
export interface CaptionsTable {
  id: string
  course_id: string
  language: string
  label: string
  /** `auto`: a program wrote them, and the teacher has not checked them yet. */
  origin: 'upload' | 'auto'
  vtt: string
  cues_count: number
  created_at: string
  /** Null until they are saved again. */
  updated_at: string | null
  /** Where the search finds them (`searchedIn`): a playlist and, if it is restricted, its audience; null while nowhere. */
  searched_in: string | null
}

export type CaptionsRow = Selectable<CaptionsTable>

/** About 30 seconds of captions, as the search finds them. `id` orders by when they were indexed. */
export interface PassageTable {
  id: Generated<number>
  captions_id: string
  course_id: string
  /** The place among the passages of the same captions, from 0. */
  position: number
  start_s: number
  end_s: number
  /** The words in order, with a space before and after each. */
  words: string
  /** JSON array of the seconds at which the cues start, and their texts. */
  cues: string
}

/** A correction of an approved course, as the search finds it. */
export interface CorrectionPassageTable {
  id: Generated<number>
  course_id: string
  playlist_id: string
  /** As in `search_documents`; empty if only a search in the playlist finds it. */
  audience: string | null
  at_s: number
  /** The words in order, with a space before and after each. */
  words: string
  text: string
}

/** The words of an approved playlist, field by field, a space around each; `seq` orders by when it was approved. */
export interface SearchDocumentTable {
  seq: Generated<number>
  playlist_id: string
  /** Null if everyone finds it; otherwise `members`, or the ids of its groups with a space between them. */
  audience: string | null
  category_id: string
  title: string
  teacher: string
  courses: string
  description: string
}
