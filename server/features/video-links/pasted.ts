import { TITLE_MAX, Title } from '#contract/text-fields.ts'
import { characters, withoutForbidden } from '#contract/text-rule.ts'
import type { Video } from '#contract/video/video.ts'
import { linksIn, playlistsIn } from '#contract/video-links/pasted-link.ts'
import { LINKS_MAX, type LinkItem, PLAYLIST_LINK } from '#contract/video-links/video-links.ts'

export interface VideoLine {
  line: number
  video: Video
  /** What the line calls it. */
  title?: string | undefined
}

/** A pasted line: its video, or what is wrong with it. */
export type PastedLine = VideoLine | LinkItem

interface Pasted {
  lines: PastedLine[]
  /** There were more links than are read. */
  isCut: boolean
}

/** Gives the videos of a YouTube playlist, or nothing when it cannot be read. */
type ReadPlaylist = (id: string) => Promise<Video[] | undefined>

/** Reads the links of each line. Blank lines count as lines, but neither as links nor as mistakes. */
export async function pastedIn(text: string, readPlaylist: ReadPlaylist): Promise<Pasted> {
  const filled = linesIn(text)
    .map((link, index) => ({ link: link.trim(), line: index + 1 }))
    .filter(({ link }) => link !== '')
  const lines: PastedLine[] = []
  for (const each of filled.slice(0, LINKS_MAX + 1))
    if (lines.length <= LINKS_MAX) lines.push(...(await linesOf(each, readPlaylist)))
  return { lines: lines.slice(0, LINKS_MAX), isCut: lines.length > LINKS_MAX }
}

/** An embed code in several lines is joined in its first one, and the others stay as blank lines. */
const EMBED_CODE = /<iframe\b[^<>]*>(?:\s*<\/iframe>)?/gi

function linesIn(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(EMBED_CODE, (code) => code.replaceAll('\n', ' ') + '\n'.repeat(code.split('\n').length - 1))
    .split('\n')
}

/** The videos of a line, one after the other, and those of the playlists that it links to; or what is wrong with it. */
async function linesOf(
  { link, line }: { link: string; line: number },
  readPlaylist: ReadPlaylist,
): Promise<PastedLine[]> {
  const lines: PastedLine[] = linksIn(link).map(({ video, title }) => ({
    line,
    video,
    title: titleOf(title),
  }))
  for (const id of playlistsIn(link).slice(0, LINKS_MAX)) {
    const videos = await readPlaylist(id)
    if (videos) lines.push(...videos.map((video) => ({ line, video })))
    else lines.push({ line, state: 'unreadable', message: PLAYLIST_LINK })
  }
  const none: LinkItem = { line, state: 'unreadable', message: `Line ${line}: this is not a video link.` }
  return lines.length > 0 ? lines : [none]
}

/** The title of another site as a title of this one: cleaned, and cut at a word. `undefined` when nothing sensible is left. */
export function titleOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const clean = withoutForbidden(text).replace(/\s+/g, ' ').trim()
  const { data } = Title.safeParse(cut(clean))
  return data
}

function cut(text: string): string {
  if (characters(text) <= TITLE_MAX) return text
  const words = text.split(' ')
  let short = ''
  for (const word of words) {
    const longer = short === '' ? word : `${short} ${word}`
    if (characters(`${longer}…`) > TITLE_MAX) break
    short = longer
  }
  return short === ''
    ? [...new Intl.Segmenter().segment(text)]
        .slice(0, TITLE_MAX)
        .map(({ segment }) => segment)
        .join('')
    : `${short}…`
}
