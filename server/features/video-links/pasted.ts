import type { Video } from '#contract/video.ts'
import { isPlaylistLink, videoOf } from '#contract/video-link.ts'
import { LINKS_MAX, type LinkItem, PLAYLIST_LINK } from '#contract/video-links.ts'

export interface VideoLine {
  line: number
  video: Video
}

/** A pasted line: its video, or what is wrong with it. */
export type PastedLine = VideoLine | LinkItem

interface Pasted {
  lines: PastedLine[]
  /** There were more lines than are read. */
  isCut: boolean
}

/** Reads one link a line. Blank lines count as lines, but neither as links nor as mistakes. */
export function pastedIn(text: string): Pasted {
  const filled = text
    .split(/\r\n|\n|\r/)
    .map((link, index) => ({ link: link.trim(), line: index + 1 }))
    .filter(({ link }) => link !== '')
  return { lines: filled.slice(0, LINKS_MAX).map(lineOf), isCut: filled.length > LINKS_MAX }
}

function lineOf({ link, line }: { link: string; line: number }): PastedLine {
  const video = videoOf(link)
  if (video) return { line, video }
  const message = isPlaylistLink(link) ? PLAYLIST_LINK : `Line ${line}: this is not a video link.`
  return { line, state: 'unreadable', message }
}
