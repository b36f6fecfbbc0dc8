import { z } from 'zod'
import { Role, UserRef } from '#contract/account/user-fields.ts'
import { CaptionsRef } from '#contract/captions/captions.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { Filter, ListQuery, ListReply, Order, WriteReply } from '#contract/lists.ts'
import { IMAGE_REQUIRED, ImageRef } from '#contract/media/media.ts'
import { PublishAt } from '#contract/review/publish-at.ts'
import { ApprovedVersion, DraftFlag, reviewKeys, Stage } from '#contract/review/revisions.ts'
import { Description, Title } from '#contract/text-fields.ts'
import { FaultCode } from '#contract/video/player.ts'
import { secondOf } from '#contract/video/start-time.ts'
import { CourseVideoState } from '#contract/video/uploads.ts'
import { Chapter, Correction, Video } from '#contract/video/video.ts'
import { linkIn } from '#contract/video-links/pasted-link.ts'
import { VIDEO_LINK_MESSAGE, videoOf } from '#contract/video-links/video-link.ts'
import { Chapters } from './chapters.ts'
import { Corrections } from './corrections.ts'
import { ApprovalStatus } from './status.ts'
import { LinkKey } from './visibility-fields.ts'

export const NO_PLAYLIST_SELECTED = 'No playlist selected! Please choose one.'
export const PLAYLIST_MISMATCH = 'Playlist does not match.'
export const MOVE_REJECTED = 'You can only move a course to your own playlist.'
/** How many ids of those who like a course travel with it; the caller's own is always among them. */
export const LIKES_SENT_MAX = 100

/** One video of a playlist. `videoLink` is the bare video id and is absent wherever a visitor could read it. */
export const Course = z
  .object({
    _id: Id,
    videoTitle: z.string(),
    /** Only for a video of YouTube. */
    videoLink: z.string().optional(),
    /** Only in the course that a member opens, like the chapters; its teacher gets both in every list. */
    video: Video.optional(),
    durationSeconds: z.int().nullable().optional(),
    chapters: z.array(Chapter).optional(),
    /** Only in the course that a member opens. */
    captions: z.array(CaptionsRef).optional(),
    /** Since when the video cannot be played, as its site says. */
    unavailableSince: Timestamp.optional(),
    description: z.string(),
    tutorialImage: ImageRef,
    isCourseApproved: ApprovalStatus,
    playlist: z.object({ _id: Id, title: z.string() }),
    teacher: UserRef.extend({ role: Role }),
    likes: z.array(Id),
    likesCount: z.int(),
    commentsCount: z.int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    ...reviewKeys,
    /** Of an uploaded video, for the owner and admins: as the teacher wrote it last. */
    videoState: CourseVideoState.optional(),
    /** In the order of the video; where the chapters are. */
    corrections: z.array(Correction).optional(),
    /** Only in the course that a member opens. */
    version: ApprovedVersion.optional(),
  })
  .meta({ id: 'Course' })
export type Course = z.infer<typeof Course>

/** A YouTube id, `upload:{id}`, or a text with the address of a video of YouTube or Vimeo; comes out as the video. */
export const VideoLink = z.string({ error: VIDEO_LINK_MESSAGE }).transform((link, context) => {
  const video = videoOf(link) ?? linkIn(link)?.video
  if (video !== undefined) return video
  context.issues.push({ code: 'custom', message: VIDEO_LINK_MESSAGE, input: link })
  return z.NEVER
})

/** `upload:{id}`, in place of a link: a video of one's own. */
const VideoField = VideoLink.optional()

/** Whether `1.30` is a minute and a half or a second and a bit is for the teacher to say. */
const HAS_POINT = /\d\.\d/
const START_MESSAGE = 'Write a time such as 1:30.'
/** Where the video starts, as `1:30`; an empty text is its beginning. It wins over the start time of the link. */
const StartsAt = z.string(START_MESSAGE).transform((text, context) => {
  const second = text.trim() === '' ? 0 : secondOf(HAS_POINT.test(text) ? '' : text)
  if (second !== undefined) return second
  context.issues.push({ code: 'custom', message: START_MESSAGE, input: text })
  return z.NEVER
})

/** The video with this start, or with its own. */
export function startingAt({ startsAt: own, ...video }: Video, second: number | undefined): Video {
  const startsAt = second ?? own
  return startsAt ? { ...video, startsAt } : video
}

export const CourseDraft = z
  .object({
    videoTitle: Title,
    videoLink: VideoLink.optional(),
    video: VideoField,
    startsAt: StartsAt.optional(),
    description: Description,
    /** Sent by older clients too; must agree with the path. */
    playlistId: z.string().max(64).optional(),
    /** One per line: `0:00 What a closure is`. */
    chapters: Chapters.optional(),
    draft: DraftFlag,
  })
  .refine(({ videoLink, video }) => videoLink !== undefined || video !== undefined, {
    path: ['videoLink'],
    error: VIDEO_LINK_MESSAGE,
    // Also beside errors of other fields.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .transform(({ video, videoLink = video, startsAt, ...draft }, context) => {
    if (videoLink !== undefined) return { ...draft, videoLink: startingAt(videoLink, startsAt) }
    context.issues.push({ code: 'custom', message: VIDEO_LINK_MESSAGE, input: draft })
    return z.NEVER
  })
export type CourseDraft = z.infer<typeof CourseDraft>
/** The same as a client sends it: the video as its link. */
export type CourseDraftSent = z.input<typeof CourseDraft>

/** Any subset; `playlist` moves the course to another of the teacher's own playlists. */
export const CourseChange = z
  .object({
    videoTitle: Title,
    videoLink: VideoLink,
    video: VideoField,
    /** Only beside a link. A link without a start keeps that of the same video. */
    startsAt: StartsAt,
    description: Description,
    playlist: z
      .string({ error: NO_PLAYLIST_SELECTED })
      .min(1, NO_PLAYLIST_SELECTED)
      .max(64, NO_PLAYLIST_SELECTED),
    chapters: Chapters,
    /** One per line: `5:15 It is the variable, not a copy.` */
    corrections: Corrections,
    publishAt: PublishAt,
    draft: DraftFlag,
    /** Only if nobody has changed the course since. */
    updatedAt: Timestamp,
  })
  .partial()
  .refine(({ videoLink, video, startsAt }) => startsAt === undefined || (videoLink ?? video) !== undefined, {
    path: ['videoLink'],
    error: VIDEO_LINK_MESSAGE,
  })
  .transform(({ video, videoLink = video, ...change }) => ({
    ...change,
    ...(videoLink !== undefined && { videoLink }),
  }))
export type CourseChange = z.infer<typeof CourseChange>
export type CourseChangeSent = z.input<typeof CourseChange>

export const COURSE_SORTS = ['title', 'playlist', 'creator', 'status', 'created'] as const

export const CoursesQuery = ListQuery.extend({
  status: z
    .enum(['any', ...ApprovalStatus.options], 'Status must be any, pending, processing, approved or cancel.')
    .optional(),
  stage: Stage.optional(),
  q: Filter.optional(),
  playlist: z.string().max(64).optional(),
  sort: z.enum(COURSE_SORTS, `Sort must be one of ${COURSE_SORTS.join(', ')}.`).optional(),
  order: Order.optional(),
})
export type CoursesQuery = z.infer<typeof CoursesQuery>

export const coursesApi = {
  list: endpoint('courses.list', {
    summary: 'All courses, for the admin table',
    query: CoursesQuery,
    reply: ListReply.extend({ courses: z.array(Course) }),
  }),
  ofPlaylist: endpoint('courses.ofPlaylist', {
    summary: 'The courses of a playlist in teaching order',
    query: ListQuery.extend({ teacherId: z.string().max(64).optional(), key: LinkKey.optional() }),
    reply: z.array(Course),
  }),
  get: endpoint('courses.get', { summary: 'One course, to watch', reply: Course }),
  create: endpoint('courses.create', {
    summary: 'Add a course to one’s own playlist; it starts pending',
    rate: 'upload',
    body: CourseDraft,
    imageRequired: IMAGE_REQUIRED,
    reply: WriteReply.extend({ data: Course }),
    status: 201,
  }),
  update: endpoint('courses.update', {
    summary: 'Change one’s own course',
    rate: 'upload',
    body: CourseChange,
    reply: WriteReply.extend({ data: Course }),
  }),
  fault: endpoint('courses.fault', {
    summary: 'Report that a video does not play',
    rate: 'reaction',
    body: z.object({ code: FaultCode }),
    reply: WriteReply,
    status: 202,
  }),
  remove: endpoint('courses.remove', {
    summary: 'Move a course to the trash',
    reply: WriteReply.extend({ trashId: Id }),
  }),
}
