import { z } from 'zod'
import { UserRef } from '#contract/account/user-fields.ts'
import { User } from '#contract/account/users.ts'
import { PlaylistCard, View } from '#contract/catalog/playlists.ts'
import { ApprovalStatus } from '#contract/catalog/status.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { ListQuery, ListReply } from '#contract/lists.ts'
import { ImageRef } from '#contract/media/media.ts'
import { SEARCH_EMPTY, SEARCH_MAX, SEARCH_TOO_LONG, TEACHER_SEARCH_MIN } from '#contract/messages.ts'
import { searchWords } from '#contract/text-rule.ts'

/** Totals are exact up to here; beyond it `totalIsLowerBound` is true. */
export const SEARCH_TOTAL_MAX = 1000
export const TEACHER_SEARCH_SHORT = `Type at least ${TEACHER_SEARCH_MIN} characters.`

const Words = z
  .string({ error: SEARCH_EMPTY })
  .transform(searchWords)
  .refine((q) => [...q].length <= SEARCH_MAX, SEARCH_TOO_LONG)

export const SearchQuery = ListQuery.extend({
  q: Words.refine((q) => q !== '', SEARCH_EMPTY),
  view: View,
})
export const TeacherSearchQuery = ListQuery.extend({
  q: Words.refine((q) => q === '' || [...q].length >= TEACHER_SEARCH_MIN, TEACHER_SEARCH_SHORT).optional(),
})

/** A teacher and those of their playlists that the caller finds. */
export const FoundTeacher = z
  .object({
    teacher: User,
    playlists: z.array(
      z.object({
        _id: Id,
        title: z.string(),
        isPlaylistApproved: ApprovalStatus,
        teacher: UserRef.shape._id,
        courses: z.array(z.object({ _id: Id, isCourseApproved: ApprovalStatus })),
      }),
    ),
  })
  .meta({ id: 'FoundTeacher' })
export type FoundTeacher = z.infer<typeof FoundTeacher>

/** How many courses and how many passages of each the search in videos gives. */
export const MOMENT_COURSES_MAX = 8
export const MOMENTS_MAX = 3

export const MomentsQuery = z.object({
  q: Words.refine((q) => q !== '', SEARCH_EMPTY),
  /** Only in the videos of this playlist. */
  playlistId: z.string().max(64).optional(),
})

/** A passage in a video that has words of the search. */
export const Moment = z.object({
  /** Seconds; where to start watching. */
  at: z.int(),
  /** What is said from there on, in pieces: words of the search, and what is between them. */
  excerpt: z.array(z.object({ text: z.string(), found: z.boolean() })),
  /** It is a correction of the teacher, and not said in the video. */
  correction: z.literal(true).optional(),
})
export type Moment = z.infer<typeof Moment>

export const FoundVideo = z
  .object({
    course: z.object({
      _id: Id,
      videoTitle: z.string(),
      tutorialImage: ImageRef,
      durationSeconds: z.int().nullable(),
    }),
    playlist: z.object({ _id: Id, title: z.string(), category: z.string() }),
    teacher: z.object({ _id: Id, username: z.string() }),
    /** The best passages, in the order of the video. */
    moments: z.array(Moment),
  })
  .meta({ id: 'FoundVideo' })
export type FoundVideo = z.infer<typeof FoundVideo>

export const searchApi = {
  playlists: endpoint('search.playlists', {
    summary:
      'Playlists that the caller finds, by words and word beginnings, best first, forgiving one typing error',
    query: SearchQuery,
    reply: ListReply.extend({ data: z.array(PlaylistCard), totalIsLowerBound: z.literal(true).optional() }),
  }),
  teachers: endpoint('search.teachers', {
    summary: 'Teachers by name; all of them without words',
    query: TeacherSearchQuery,
    reply: ListReply.extend({ data: z.array(FoundTeacher) }),
  }),
  moments: endpoint('search.moments', {
    summary: 'Passages in the captions and corrections of videos that the caller finds, best first',
    query: MomentsQuery,
    reply: z.object({ videos: z.array(FoundVideo) }),
  }),
}
