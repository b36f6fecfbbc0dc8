import { videoKeyOf } from '#contract/video-key.ts'
import { type LinkItem, ONLY_FIRST_LINKS } from '#contract/video-links.ts'
import type { Db } from '#server/data/database.ts'
import { videoOf } from '#server/features/courses/video-columns.ts'
import { type PastedLine, pastedIn } from './pasted.ts'
import { videosInside } from './video-links.queries.ts'

/** What is known at once about the pasted lines. */
export async function readLinks(db: Db, { playlistId, text }: { playlistId: string; text: string }) {
  const { lines, isCut } = pastedIn(text)
  const inside = new Set((await videosInside(db, playlistId)).map((row) => videoKeyOf(videoOf(row))))
  const firstLines = new Map<string, number>()
  const items = lines.map((each) => itemOf(each, { inside, firstLines }))
  const message = isCut ? ONLY_FIRST_LINKS : `${items.length} ${items.length === 1 ? 'link' : 'links'} read.`
  return { message, items }
}

interface Known {
  /** The keys of the videos of the playlist. */
  inside: ReadonlySet<string>
  /** On which line each video was pasted first. */
  firstLines: Map<string, number>
}

function itemOf(pasted: PastedLine, { inside, firstLines }: Known): LinkItem {
  if (!('video' in pasted)) return pasted
  const { line, video } = pasted
  const key = videoKeyOf(video)
  const first = firstLines.get(key)
  if (inside.has(key))
    return {
      line,
      ...video,
      state: 'duplicate',
      message: `Line ${line}: this video is already in this playlist.`,
    }
  if (first !== undefined)
    return {
      line,
      ...video,
      state: 'duplicate',
      message: `Line ${line}: this video is already on line ${first}.`,
    }
  firstLines.set(key, line)
  return { line, ...video, state: 'unknown', message: '' }
}
