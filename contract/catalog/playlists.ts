import { z } from 'zod'
import { UserRef } from '#contract/account/user-fields.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { LANGUAGE_MESSAGE, LanguageTag } from '#contract/language.ts'
import { Filter, ListQuery, ListReply, Order, WriteReply } from '#contract/lists.ts'
import { IMAGE_REQUIRED, ImageRef } from '#contract/media/media.ts'
import { PublishAt } from '#contract/review/publish-at.ts'
import { ApprovedVersion, DraftFlag, reviewKeys, Stage } from '#contract/review/revisions.ts'
import { text } from '#contract/text.ts'
import { Description, Title } from '#contract/text-fields.ts'
import { CourseVideoState } from '#contract/video/uploads.ts'
import { StageCounts, TeacherPlaylistsQuery, VideoNeeds } from './own-playlists.ts'
import { ApprovalStatus } from './status.ts'
import { audienceKeys, GroupIds, LinkKey, VisibilityField } from './visibility-fields.ts'

/** Said after adding a playlist, and after adding a course. */
export const PENDING_APPROVAL = 'Course added successfully and is pending admin approval'
export const CATEGORY_UNKNOWN = 'Choose a category from the list.'
export const TEACHER_MISMATCH = 'Teacher does not match this playlist.'

/** A course as its playlist lists it; the video itself is for the logged in and comes with the course alone. */
export const PlaylistCourse = z
  .object({
    _id: Id,
    videoTitle: z.string(),
    tutorialImage: ImageRef,
    isCourseApproved: ApprovalStatus,
    /** Null until a player or a teacher has reported it. */
    durationSeconds: z.int().nullable().optional(),
    /** Since when the video cannot be played, as its site says. It counts in no progress until it works. */
    unavailableSince: Timestamp.optional(),
    /** Only where one playlist is read. */
    sectionId: Id.nullable().optional(),
    /** In one language at least; only where one playlist is read. */
    hasCaptions: z.literal(true).optional(),
    createdAt: Timestamp,
    ...reviewKeys,
    /** The video is stored on this site, not at a host; only where one playlist is read. */
    isStored: z.literal(true).optional(),
    /** Of an uploaded video, for the owner and admins; only where one playlist is read. */
    videoState: CourseVideoState.optional(),
    /** The first sentence of the description; only where one playlist is read, like the languages of the captions. */
    summary: z.string().optional(),
    captions: z.array(z.string()).optional(),
  })
  .meta({ id: 'PlaylistCourse' })
export type PlaylistCourse = z.infer<typeof PlaylistCourse>

/** How many courses a playlist has in a list. */
export const CARD_COURSES_MAX = 20

/** Lists with `view=card` leave out all but the id and the status. */
export const CardCourse = PlaylistCourse.partial({
  videoTitle: true,
  tutorialImage: true,
  createdAt: true,
}).meta({
  id: 'CardCourse',
})
export type CardCourse = z.infer<typeof CardCourse>

/** How much of each playlist a list holds: whole ones, or what a card shows. */
export const View = z.enum(['card'], 'View must be card.').optional()
export type View = z.infer<typeof View>

/**
 * A playlist as lists show it, with its first courses. `approvedCoursesCount` counts public courses for everybody; `coursesCount` counts all of
 * them for the owner and an admin. `savedBy` holds the caller's own id or nothing.
 */
export const PlaylistCard = z
  .object({
    _id: Id,
    title: z.string(),
    description: z.string(),
    category: z.string(),
    mainPlaylistImage: ImageRef,
    isPlaylistApproved: ApprovalStatus,
    teacher: UserRef,
    courses: z.array(CardCourse),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    coursesCount: z.int(),
    approvedCoursesCount: z.int(),
    savedBy: z.array(Id),
    savedCount: z.int(),
    ...reviewKeys,
    /** Only in the list of one teacher, for the teacher and admins; missing where there is none. */
    videoNeeds: VideoNeeds.optional(),
    /** Whom it is for; only for its teacher and admins. */
    ...audienceKeys,
  })
  .meta({ id: 'PlaylistCard' })
export type PlaylistCard = z.infer<typeof PlaylistCard>

export const LEVELS = ['beginner', 'intermediate', 'advanced'] as const
export const Level = z.enum(LEVELS)
export type Level = z.infer<typeof Level>

export const Section = z.object({ _id: Id, title: z.string() }).meta({ id: 'Section' })
export type Section = z.infer<typeof Section>

/** The teacher of one playlist. */
export const PlaylistTeacher = UserRef.extend({
  createdAt: Timestamp,
  /** Those that the caller finds, newest first. */
  createdPlaylists: z.array(Id),
  /** Only for an admin. */
  email: z.string().optional(),
}).meta({ id: 'PlaylistTeacher' })

/**
 * One playlist with its courses in teaching order: those without a section, then section by section. A visitor gets the
 * sections that hold a public course, the owner and an admin all of them and the version of the order.
 */
export const Playlist = PlaylistCard.extend({
  teacher: PlaylistTeacher,
  courses: z.array(PlaylistCourse),
  sections: z.array(Section),
  outlineVersion: z.int().optional(),
  language: z.string().nullable(),
  level: Level.nullable(),
  promise: z.string().nullable(),
  /** From five on. */
  followersCount: z.int().optional(),
  version: ApprovedVersion.optional(),
  visibility: VisibilityField,
}).meta({ id: 'Playlist' })
export type Playlist = z.infer<typeof Playlist>

/** An empty text removes it. */
const Language = z
  .union([z.literal(''), LanguageTag], { error: LANGUAGE_MESSAGE })
  .nullable()
  .transform((language) => language || null)

export const PROMISE_MAX = 120
const PromiseText = text({
  label: 'Promise',
  min: 0,
  max: PROMISE_MAX,
  short: 'Promise must be a text.',
  long: `Promise must be at most ${PROMISE_MAX} characters.`,
})
  .nullable()
  .transform((promise) => promise || null)

/** The fields that a teacher sends with the image. Teacher and status are never taken from the form. */
export const PlaylistDraft = z.object({
  title: Title,
  description: Description,
  category: z.string({ error: CATEGORY_UNKNOWN }).trim().min(1, CATEGORY_UNKNOWN).max(200, CATEGORY_UNKNOWN),
  language: Language.optional(),
  level: z
    .enum(['', ...LEVELS], 'Choose a level from the list.')
    .nullable()
    .transform((level) => level || null)
    .optional(),
  promise: PromiseText.optional(),
  draft: DraftFlag,
})
export type PlaylistDraft = z.infer<typeof PlaylistDraft>
/** The same as a client sends it: flags as text. */
export type PlaylistDraftSent = z.input<typeof PlaylistDraft>

/** A new one, and whom it is for; without `visibility` it is public. */
export const NewPlaylist = PlaylistDraft.extend({
  visibility: VisibilityField.optional(),
  groups: GroupIds.optional(),
})
export type NewPlaylist = z.infer<typeof NewPlaylist>

/** Any subset, and when it goes public. `updatedAt`: the version that the caller has changed. */
export const PlaylistChange = PlaylistDraft.partial().extend({
  publishAt: PublishAt.optional(),
  updatedAt: Timestamp.optional(),
})
export type PlaylistChange = z.infer<typeof PlaylistChange>

export const PLAYLIST_SORTS = ['newest', 'popular', 'title', 'creator', 'status', 'created'] as const

/** Public screens send `status=approved`; the other statuses, `q`, `order` and the last three sorts are an admin's. */
export const PlaylistsQuery = ListQuery.extend({
  category: z.string().max(200).optional(),
  sort: z.enum(PLAYLIST_SORTS, `Sort must be one of ${PLAYLIST_SORTS.join(', ')}.`).optional(),
  status: z
    .enum(['any', ...ApprovalStatus.options], 'Status must be any, pending, processing, approved or cancel.')
    .optional(),
  stage: Stage.optional(),
  q: Filter.optional(),
  view: View,
  order: Order.optional(),
})
export type PlaylistsQuery = z.infer<typeof PlaylistsQuery>

export const playlistsApi = {
  list: endpoint('playlists.list', {
    summary: 'Playlists, newest first',
    query: PlaylistsQuery,
    reply: ListReply.extend({ playlists: z.array(PlaylistCard) }),
  }),
  get: endpoint('playlists.get', {
    summary: 'One playlist; the key of its link shows an unlisted one',
    query: z.object({ key: LinkKey.optional() }),
    reply: Playlist,
  }),
  ofTeacher: endpoint('playlists.ofTeacher', {
    summary: 'A teacher’s playlists and how many public courses they hold',
    query: TeacherPlaylistsQuery,
    reply: ListReply.extend({
      playlists: z.array(PlaylistCard),
      coursesCount: z.int(),
      /** Only for the teacher and admins. */
      counts: StageCounts.optional(),
    }),
  }),
  create: endpoint('playlists.create', {
    summary: 'Publish a playlist; it starts pending',
    rate: 'upload',
    body: NewPlaylist,
    imageRequired: IMAGE_REQUIRED,
    reply: WriteReply.extend({ data: Playlist }),
    status: 201,
  }),
  update: endpoint('playlists.update', {
    summary: 'Change one’s own playlist; with updatedAt only if nobody has changed it since',
    rate: 'upload',
    body: PlaylistChange,
    reply: WriteReply.extend({ data: Playlist }),
  }),
  duplicate: endpoint('playlists.duplicate', {
    summary: 'Copy one’s own playlist with its courses as drafts',
    rate: 'duplicate',
    reply: WriteReply.extend({ data: Playlist }),
    status: 201,
  }),
  remove: endpoint('playlists.remove', {
    summary: 'Move a playlist with its courses to the trash',
    reply: WriteReply.extend({ trashId: Id }),
  }),
}
