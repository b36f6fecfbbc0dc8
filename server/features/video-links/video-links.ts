import { countOf } from '#contract/format.ts'
import type { Video } from '#contract/video/video.ts'
import { videoKeyOf } from '#contract/video/video-key.ts'
import { type LinkItem, ONLY_FIRST_LINKS } from '#contract/video-links/video-links.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { videoOf } from '#server/features/catalog/courses/video-columns.ts'
import { findDetails, videosInside } from './details.queries.ts'
import { enqueueLookups, knownItem, unknownItem } from './details.ts'
import { type PastedLine, pastedIn, type VideoLine } from './pasted.ts'
import { videosOfPlaylist } from './playlists.ts'

/** The answer waits so long for YouTube to list the videos of pasted playlists. */
const PLAYLISTS_WITHIN_MS = 10_000

interface Paste {
  userId: string
  playlistId: string
  text: string
}

/** What is known at once about the pasted lines. The details of the others are looked up and sent to the user's stream. */
export async function readLinks(
  { db, outside, jobs }: Pick<AppContext, 'db' | 'outside' | 'jobs'>,
  { userId, playlistId, text }: Paste,
): Promise<{ message: string; items: LinkItem[] }> {
  const inTime = AbortSignal.timeout(PLAYLISTS_WITHIN_MS)
  const { lines, isCut } = await pastedIn(text, (id) => videosOfPlaylist(outside, id, inTime))
  const checked = withoutDuplicates(lines, await videoKeysInside(db, playlistId))
  const details = await findDetails(
    db,
    checked.flatMap((each) => ('video' in each ? each.video : [])),
  )
  const lookups: VideoLine[] = []
  const items = checked.map((each) => {
    if (!('video' in each)) return each
    const known = details.get(videoKeyOf(each.video))
    if (known) return knownItem(each, known)
    if (!outside.isOn) return unknownItem(each)
    lookups.push(each)
    return waitingItem(each)
  })
  await enqueueLookups(
    db,
    lookups.map((each) => ({ userId, playlistId, ...each })),
  )
  jobs.wake()
  return { message: isCut ? ONLY_FIRST_LINKS : `${countOf(items.length, 'link')} read.`, items }
}

async function videoKeysInside(db: Db, playlistId: string): Promise<ReadonlySet<string>> {
  return new Set((await videosInside(db, playlistId)).map((row) => videoKeyOf(videoOf(row))))
}

/** Replaces the lines whose video is in the playlist or on an earlier line. */
function withoutDuplicates(lines: PastedLine[], inside: ReadonlySet<string>): PastedLine[] {
  const firstLines = new Map<string, number>()
  return lines.map((each) => {
    if (!('video' in each)) return each
    const { line, video } = each
    const key = videoKeyOf(video)
    const first = firstLines.get(key)
    if (inside.has(key)) return duplicate(line, video, 'already in this playlist')
    if (first !== undefined) return duplicate(line, video, `already on line ${first}`)
    firstLines.set(key, line)
    return each
  })
}

function duplicate(line: number, video: Video, where: string): LinkItem {
  return { line, ...video, state: 'duplicate', message: `Line ${line}: this video is ${where}.` }
}

function waitingItem({ line, video, title }: VideoLine): LinkItem {
  return { line, ...video, ...(title !== undefined && { title }), state: 'unknown', message: '' }
}
