import { ORIGINAL_KEPT, PREPARING_FAILED, TRIED_AGAIN } from '#contract/video/uploads.ts'
import { IncompleteVideo } from './check-files.ts'
import { FfmpegError } from './run-ffmpeg.ts'

type Reason = keyof typeof PREPARING_FAILED

/** The disk has only its reserve left, which belongs to the database. */
export class FullDisk extends Error {
  override name = 'FullDisk'
}

/** Why a try to prepare a video ended. None of these reasons says that the video is unusable. */
export function reasonOf(error: unknown): Reason {
  if (error instanceof FfmpegError) return error.failure
  if (error instanceof IncompleteVideo) return 'incomplete'
  if (error instanceof FullDisk) return 'full'
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'full' : 'failed'
}

/** The reason for the teacher, and what follows. */
export function sentenceOf(reason: Reason, isLastTry: boolean): string {
  return `${PREPARING_FAILED[reason]} ${isLastTry ? ORIGINAL_KEPT : TRIED_AGAIN}`
}
