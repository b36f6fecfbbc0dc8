import { z } from 'zod'
import type { Video } from '#contract/video/video.ts'
import { videoOf } from '#contract/video-links/video-link.ts'
import { LINKS_MAX } from '#contract/video-links/video-links.ts'
import type { Outside } from '#server/http/outside.ts'

const PAGE_SIZE = 50

const Page = z.object({
  items: z.array(z.object({ contentDetails: z.object({ videoId: z.string() }) })),
  nextPageToken: z.string().optional(),
})

/** The first videos of a YouTube playlist. `undefined` without a key, or when YouTube does not list them in time. */
export async function videosOfPlaylist(
  outside: Outside,
  playlistId: string,
  signal: AbortSignal,
): Promise<Video[] | undefined> {
  if (outside.youTubeKey === undefined) return undefined
  const videos: Video[] = []
  let pageToken: string | undefined
  do {
    const page = await readPage(outside, { playlistId, key: outside.youTubeKey, pageToken, signal })
    if (!page) return videos.length > 0 ? videos : undefined
    videos.push(...page.items.flatMap(({ contentDetails }) => videoOf(contentDetails.videoId) ?? []))
    pageToken = page.nextPageToken
  } while (pageToken !== undefined && videos.length <= LINKS_MAX)
  return videos
}

interface Listing {
  playlistId: string
  key: string
  pageToken: string | undefined
  signal: AbortSignal
}

async function readPage(outside: Outside, { playlistId, key, pageToken, signal }: Listing) {
  const query = new URLSearchParams({
    part: 'contentDetails',
    maxResults: String(PAGE_SIZE),
    playlistId,
    key,
    ...(pageToken !== undefined && { pageToken }),
  })
  const answer = await outside.get(`https://www.googleapis.com/youtube/v3/playlistItems?${query}`, signal)
  return answer?.status === 200 ? parsed(answer.body) : undefined
}

function parsed(body: Buffer): z.infer<typeof Page> | undefined {
  try {
    return Page.safeParse(JSON.parse(body.toString('utf8'))).data
  } catch {
    return undefined
  }
}
