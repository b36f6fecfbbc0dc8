import type { Generated, Selectable } from 'kysely'

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
}

export type UploadRow = Selectable<UploadTable>
