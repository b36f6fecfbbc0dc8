import { z } from 'zod'
import type { Video } from '#contract/video/video.ts'
import type { VideoFinding } from '#server/data/video-rows.ts'
import type { Outside } from '#server/http/outside.ts'

/** What the site of a video says about it. */
export interface VideoAnswer {
  finding: VideoFinding
  title?: string | undefined
  /** Addresses to try, best first. */
  pictures: string[]
  /** Seconds. */
  duration?: number | undefined
}

const OEmbed = z.object({
  title: z.string().optional().catch(undefined),
  thumbnail_url: z.string().optional().catch(undefined),
  duration: z.int().positive().optional().catch(undefined),
})

/** 401: the owner has disabled embedding. 403 and 404: the video is private or deleted. */
const FINDINGS = new Map<number, VideoFinding>([
  [401, 'not-embeddable'],
  [403, 'gone'],
  [404, 'gone'],
])
const PICTURE_WIDTH = '1280'

/** Asks oEmbed, which needs no key. `undefined` when there is no answer, or one that says nothing, such as a 500. */
export async function askAbout(
  outside: Outside,
  video: Video,
  signal?: AbortSignal,
): Promise<VideoAnswer | undefined> {
  const answer = await outside.get(addressOf(video), signal)
  if (answer === undefined) return undefined
  const finding = FINDINGS.get(answer.status)
  if (finding !== undefined) return { finding, pictures: [] }
  const details = answer.status === 200 ? parsed(answer.body) : undefined
  if (details === undefined) return undefined
  const { title, duration, thumbnail_url: picture } = details
  const pictures = [...largestOf(video), ...(picture === undefined ? [] : [picture])]
  return { finding: 'plays', title, duration, pictures }
}

function addressOf({ source, key, hash }: Video): string {
  if (source === 'youtube') {
    const query = new URLSearchParams({ url: `https://www.youtube.com/watch?v=${key}`, format: 'json' })
    return `https://www.youtube.com/oembed?${query}`
  }
  const path = hash === undefined ? key : `${key}/${hash}`
  const query = new URLSearchParams({ url: `https://vimeo.com/${path}`, width: PICTURE_WIDTH })
  return `https://vimeo.com/api/oembed.json?${query}`
}

/** YouTube's oEmbed names a picture of 480 pixels; many videos have a larger one. */
function largestOf({ source, key }: Video): string[] {
  return source === 'youtube' ? [`https://i.ytimg.com/vi/${key}/maxresdefault.jpg`] : []
}

function parsed(body: Buffer): z.infer<typeof OEmbed> | undefined {
  try {
    return OEmbed.safeParse(JSON.parse(body.toString('utf8'))).data
  } catch {
    return undefined
  }
}
