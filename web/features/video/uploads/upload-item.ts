import { titleFrom } from '#contract/video/upload-title.ts'
import type { UploadPlace, UploadSpace, VideoState } from '#contract/video/uploads.ts'

/** A chosen or dropped file; in Chromium with the handle by which it is found again. */
export type ChosenFile = File & { readonly handle?: FileSystemFileHandle }

/**
 * `lost`: the file must be found again. `refused`: it is not worth sending. `failed`: another try may succeed. `sent`: its course
 * shows it, and `video` says how far it is.
 */
export type UploadPhase = 'waiting' | 'uploading' | 'paused' | 'lost' | 'refused' | 'failed' | 'sent'

export interface UploadItem {
  key: string
  name: string
  bytes: number
  title: string
  place: UploadPlace
  phase: UploadPhase
  received: number
  /** Bytes a second. */
  speed?: number | undefined
  fault?: string | undefined
  /** The browser knows where the file of a lost upload is, and asks before it reads it again. */
  hasHandle?: boolean
  /** The course that shows the video. */
  courseId?: string | undefined
  video?: VideoState
  /** When the first progress of the preparation came, to tell how long it will take. */
  preparing?: { since: number; from: number }
}

export type Unfinished = UploadSpace['unfinished'][number]

/** An upload that an earlier visit has begun. */
export function lostItem({ _id, name, bytes, received, ...upload }: Unfinished): UploadItem {
  const { playlistId, sectionId, courseId, title = titleFrom(name) } = upload
  const place = {
    ...(playlistId !== undefined && { playlistId }),
    ...(sectionId !== undefined && { sectionId }),
    ...(courseId !== undefined && { courseId }),
  }
  return { key: _id, name, bytes, title, place, phase: 'lost', received }
}

/** Whether leaving the site would stop an upload. */
export const isBusy = ({ phase }: UploadItem) => phase === 'waiting' || phase === 'uploading'
export const isReady = ({ video }: UploadItem) => video?.state === 'ready'
export const isFaulty = ({ phase, video }: UploadItem) =>
  phase === 'failed' || phase === 'refused' || video?.state === 'failed'
export const isPreparing = (item: UploadItem) => item.phase === 'sent' && !isReady(item) && !isFaulty(item)
