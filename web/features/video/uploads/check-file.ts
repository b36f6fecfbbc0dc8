import { UNREADABLE } from '#contract/video/uploads.ts'
import { FILE_HEAD_BYTES, isVideoFile } from '#contract/video/video-file.ts'

/** Why a file is not worth sending: it is no video, or it was moved since it was chosen. */
export async function faultOf(file: File): Promise<string | undefined> {
  try {
    const head = await file.slice(0, FILE_HEAD_BYTES).arrayBuffer()
    return isVideoFile(new Uint8Array(head)) ? undefined : UNREADABLE
  } catch {
    return 'This file cannot be read. Choose it again.'
  }
}
