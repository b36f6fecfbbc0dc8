import type { Video } from '#contract/video.ts'
import { playlistIdOf, videoOf } from '#contract/video-link.ts'
import { LINKS_MAX, type LinkItem, PLAYLIST_LINK } from '#contract/video-links.ts'

export interface VideoLine {
  line: number
  video: Video
}

/** A pasted line: its video, or what is wrong with it. */
export type PastedLine = VideoLine | LinkItem

interface Pasted {
  lines: PastedLine[]
  /** There were more links than are read. */
  isCut: boolean
}

/** Gives the videos of a YouTube playlist, or nothing when it cannot be read. */
export type ReadPlaylist = (id: string) => Promise<Video[] | undefined>

/** Reads one link a line. Blank lines count as lines, but neither as links nor as mistakes. */
export async function pastedIn(text: string, readPlaylist: ReadPlaylist): Promise<Pasted> {
  const filled = text
    .split(/\r\n|\n|\r/)
    .map((link, index) => ({ link: link.trim(), line: index + 1 }))
    .filter(({ link }) => link !== '')
  const lines: PastedLine[] = []
  for (const each of filled.slice(0, LINKS_MAX + 1))
    if (lines.length <= LINKS_MAX) lines.push(...(await linesOf(each, readPlaylist)))
  return { lines: lines.slice(0, LINKS_MAX), isCut: lines.length > LINKS_MAX }
}

/** A line, or one for each video of a playlist. */
async function linesOf(
  { link, line }: { link: string; line: number },
  readPlaylist: ReadPlaylist,
): Promise<PastedLine[]> {
  const video = videoOf(link)
  if (video) return [{ line, video }]
  const playlistId = playlistIdOf(link)
  const videos = playlistId === undefined ? undefined : await readPlaylist(playlistId)
  if (videos) return videos.map((each) => ({ line, video: each }))
  const message = playlistId === undefined ? `Line ${line}: this is not a video link.` : PLAYLIST_LINK
  return [{ line, state: 'unreadable', message }]
}
