import { z } from 'zod'
import { Chapters } from '#contract/catalog/chapters.ts'
import { Course } from '#contract/catalog/courses.ts'
import { SECTION_UNKNOWN } from '#contract/catalog/outline.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { WriteReply } from '#contract/lists.ts'
import { ImageRef } from '#contract/media/media.ts'
import { Description, Title } from '#contract/text-fields.ts'
import { Video } from '#contract/video/video.ts'
import { videoLinkOf, videoOf } from './video-link.ts'

export const LINKS_MAX = 200
export const ONLY_FIRST_LINKS = `Only the first ${LINKS_MAX} links were read.`
export const NO_DETAILS = 'Details could not be looked up.'
export const NO_PICTURE = 'No picture was found.'
export const PLAYLIST_LINK = 'This is a playlist link. Paste the links of its videos instead.'
export const VIDEO_UNKNOWN = 'Unknown video.'

/** `ok` and `unknown` can be added. Only `unreadable` has no video. */
export const LINK_STATES = ['ok', 'unknown', 'refused', 'duplicate', 'unreadable'] as const

/**
 * One pasted line. While the details of a video are being looked up, its state is `unknown` and its message empty; an event
 * `links` then brings the whole item again.
 */
export const LinkItem = z
  .object({
    /** Counted from 1, blank lines included. */
    line: z.int(),
    ...Video.partial().shape,
    title: z.string().optional(),
    thumbnail: ImageRef.optional(),
    /** Seconds. */
    duration: z.int().optional(),
    state: z.enum(LINK_STATES),
    message: z.string(),
  })
  .meta({ id: 'LinkItem' })
export type LinkItem = z.infer<typeof LinkItem>

/** A video of an answer of `links`; only ids and hashes in their usual form, as in a pasted link. */
const KnownVideo = Video.partial({ hash: true }).refine(isUsual, { error: VIDEO_UNKNOWN, path: ['key'] })

function isUsual({ source, key, hash }: Video): boolean {
  const video = videoOf(videoLinkOf({ source, key, hash }))
  return video?.source === source && video.key === key && video.hash === hash
}

/** Without a description, the title is the description. */
export const NewDraft = KnownVideo.safeExtend({
  title: Title,
  description: Description.optional(),
  /** One per line: `0:00 What a closure is`. */
  chapters: Chapters.optional(),
  /** By default the last section; `null` puts the video before all sections. */
  sectionId: z.string(SECTION_UNKNOWN).max(64, SECTION_UNKNOWN).nullable().optional(),
  /** Takes the picture of `links`; without one, a cover is generated. */
  image: z.boolean('Image must be true or false.').optional(),
})
export type NewDraft = z.infer<typeof NewDraft>

const DRAFTS_MESSAGE = `Add 1 to ${LINKS_MAX} videos.`

export const videoLinksApi = {
  read: endpoint('videoLinks.read', {
    summary: 'Read pasted links, one video of YouTube or Vimeo a line',
    body: z.object({ text: z.string('Paste one YouTube or Vimeo link per line.') }),
    reply: WriteReply.extend({ items: z.array(LinkItem) }),
  }),
  add: endpoint('videoLinks.add', {
    summary: 'Add videos to one’s own playlist as drafts, all or none',
    body: z.object({
      items: z.array(NewDraft, DRAFTS_MESSAGE).min(1, DRAFTS_MESSAGE).max(LINKS_MAX, DRAFTS_MESSAGE),
    }),
    reply: WriteReply.extend({ data: z.array(Course) }),
    status: 201,
  }),
}

/** The event of `GET /api/live/me` for lines whose details were looked up. */
export const LinksEvent = z.object({ type: z.literal('links'), playlistId: Id, items: z.array(LinkItem) })
