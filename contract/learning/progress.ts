import { z } from 'zod'
import { UserRef } from '#contract/account/user-fields.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { ListQuery, ListReply, WriteReply } from '#contract/lists.ts'
import { ImageRef } from '#contract/media/media.ts'
import { Still } from '#contract/video/video.ts'
import { MERGE_ITEMS_MAX, RANGES_MAX, VIDEO_SECONDS_MAX } from './progress-limits.ts'

/** A video counts up to twelve hours. */
export const RANGES_INVALID = 'Ranges must be whole seconds within the video.'
export const POSITION_INVALID = 'Position must be a number of seconds.'
export const DURATION_INVALID = 'Duration must be a number of seconds.'
export const RATE_INVALID = 'Rate must be between 0.25 and 3.'
export const VIDEO_CHANGED = 'The video has changed.'

const second = z.int(RANGES_INVALID).min(0, RANGES_INVALID).max(VIDEO_SECONDS_MAX, RANGES_INVALID)
/** Watched seconds, `[from, to)`. */
export const Ranges = z
  .array(
    z.tuple([second, second], RANGES_INVALID).refine(([from, to]) => from < to, RANGES_INVALID),
    RANGES_INVALID,
  )
  .max(RANGES_MAX, RANGES_INVALID)
export type Ranges = z.infer<typeof Ranges>

/** As the server sends them, however many there are. */
const WatchedRanges = z.array(z.tuple([z.int(), z.int()]))

const seconds = (message: string) => z.number(message).min(0, message).max(VIDEO_SECONDS_MAX, message)

export const ProgressSave = z.object({
  at: seconds(POSITION_INVALID),
  /** 0 while the player does not know it, as for a live video. */
  duration: seconds(DURATION_INVALID),
  ranges: Ranges,
  videoKey: z.string(VIDEO_CHANGED).max(100, VIDEO_CHANGED),
  rate: z.number(RATE_INVALID).min(0.25, RATE_INVALID).max(3, RATE_INVALID),
})
export type ProgressSave = z.infer<typeof ProgressSave>

/** The time zone of the browser, in which days are counted. The server ignores an unknown one. */
export const TimeZone = z.string().max(64).optional().catch(undefined)

export const MergeItem = ProgressSave.extend({
  courseId: z.string().max(64),
  startedAt: Timestamp,
  endedAt: Timestamp,
})
export type MergeItem = z.infer<typeof MergeItem>

const DoneBy = z.enum(['watched', 'hand'])
const Changed = z.enum(['video', 'corrections'])

/** What the caller has watched of one course. */
export const CourseProgress = z
  .object({
    _id: Id,
    atSeconds: z.number(),
    watchedSeconds: z.int(),
    done: z.boolean(),
    doneBy: DoneBy.nullable(),
    /** When a save last moved the position; another device's save shows here. */
    updatedAt: Timestamp,
    /** The teacher replaced the video after it was done. */
    videoReplaced: z.boolean(),
    /** What has changed since the last save, in a course that is done or was watched for a while. */
    changed: Changed.nullable(),
    /** The seconds of the corrections that were added since. */
    changedAt: z.array(z.int()),
  })
  .meta({ id: 'CourseProgress' })
export type CourseProgress = z.infer<typeof CourseProgress>

/** `courses` holds only the courses that the caller has started or marked. */
export const PlaylistProgress = z
  .object({
    courses: z.array(CourseProgress),
    doneCount: z.int(),
    continueWith: Id.nullable(),
    /** Over the courses of known duration that are not done. */
    secondsLeft: z.int(),
    /** The rate last used in this playlist. */
    rate: z.number().nullable(),
    /** The watched seconds of the course that the query names. */
    ranges: WatchedRanges.optional(),
  })
  .meta({ id: 'PlaylistProgress' })
export type PlaylistProgress = z.infer<typeof PlaylistProgress>

/** A card of "Continue watching", the history or the done courses. For `continue` the course is the one to go on with. */
export const ProgressCard = z
  .object({
    playlist: z.object({
      _id: Id,
      title: z.string(),
      category: z.string(),
      mainPlaylistImage: ImageRef,
      teacher: UserRef,
      coursesCount: z.int(),
      doneCount: z.int(),
    }),
    course: z.object({
      _id: Id,
      videoTitle: z.string(),
      tutorialImage: ImageRef,
      durationSeconds: z.int().nullable(),
      atSeconds: z.number(),
      watchedSeconds: z.int(),
      done: z.boolean(),
      doneBy: DoneBy.nullable(),
      changed: Changed.nullable(),
      /** What "Watch the rest" plays, of a video that was watched to its end with parts left out. */
      rest: z.object({ seconds: z.int(), parts: z.int() }).nullable(),
    }),
    /** The last save, or the time of the mark in the list of done courses. */
    at: Timestamp,
    /** The last second as a part of a picture; null for a video of another site, and before it was started. */
    still: Still.nullable(),
  })
  .meta({ id: 'ProgressCard' })
export type ProgressCard = z.infer<typeof ProgressCard>

export const PROGRESS_KINDS = ['continue', 'history', 'done'] as const

export const progressApi = {
  ofPlaylist: endpoint('progress.ofPlaylist', {
    summary: 'The caller’s progress in a playlist',
    query: z.object({ course: z.string().max(64).optional() }),
    reply: PlaylistProgress,
  }),
  save: endpoint('progress.save', {
    summary: 'Save watched seconds and the position; saving twice is one save',
    rate: 'progress',
    deferrable: true,
    body: ProgressSave.extend({ timeZone: TimeZone }),
    reply: z.object({
      done: z.boolean(),
      justDone: z.boolean(),
      watchedSeconds: z.int(),
      playlistDone: z.boolean(),
    }),
  }),
  done: endpoint('progress.done', {
    summary: 'Mark a course as done, or take the mark back',
    rate: 'reaction',
    body: z.object({ done: z.boolean('Done must be true or false.') }),
    reply: z.object({ done: z.boolean(), playlistDone: z.boolean() }),
  }),
  changeSeen: endpoint('progress.changeSeen', {
    summary: 'The caller has seen what changed in a course',
    rate: 'reaction',
    reply: WriteReply,
  }),
  hide: endpoint('progress.hide', {
    summary: 'Remove a playlist from “Continue watching” until its next save',
    rate: 'reaction',
    body: z.object({ hidden: z.boolean('Hidden must be true or false.') }),
    reply: WriteReply,
  }),
  forget: endpoint('progress.forget', {
    summary: 'Forget one course',
    rate: 'reaction',
    reply: WriteReply,
  }),
  clear: endpoint('progress.clear', { summary: 'Forget everything, done marks included', reply: WriteReply }),
  list: endpoint('progress.list', {
    summary: 'Playlists to continue, the history, or the courses that are done',
    query: ListQuery.extend({
      kind: z.enum(PROGRESS_KINDS, `Kind must be ${PROGRESS_KINDS.join(', ')}.`),
    }),
    reply: ListReply.extend({ cards: z.array(ProgressCard) }),
  }),
  merge: endpoint('progress.merge', {
    summary: 'Saves that were made offline',
    rate: 'progress',
    deferrable: true,
    body: z.object({
      items: z
        .array(MergeItem, 'Items must be a list.')
        .max(MERGE_ITEMS_MAX, `At most ${MERGE_ITEMS_MAX} items.`),
      /** The client's time now, to correct the times of its items if its clock is wrong. */
      sentAt: Timestamp.optional(),
      timeZone: TimeZone,
    }),
    reply: z.object({
      merged: z.int(),
      skipped: z.int(),
      /** Seconds that were not watched before. */
      addedSeconds: z.int(),
    }),
  }),
}
