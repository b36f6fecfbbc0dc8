import { z } from 'zod'
import { UserRef } from '#contract/account/user-fields.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { ImageRef } from '#contract/media/media.ts'
import { Note } from './notes.ts'
import { TimeZone } from './progress.ts'
import { LEARNING_DAYS_MAX } from './progress-limits.ts'

/** A day in the time zone of the user, such as `2026-11-26`. */
const Day = z.iso.date('From must be a day, such as 2026-11-26.')

/** A question of the caller, and the reply that was accepted. */
const OwnQuestion = z.object({
  _id: Id,
  /** Null for a question about no second. */
  at: z.int().nullable(),
  text: z.string(),
  answer: z
    .object({
      text: z.string(),
      username: z.string(),
      createdAt: Timestamp,
      /** Null where the reply was accepted before this was kept. */
      acceptedAt: Timestamp.nullable(),
    })
    .nullable(),
})

/** A video of a finished playlist that has something to keep, or that changed after the caller had watched it. */
const FinishedCourse = z.object({
  _id: Id,
  videoTitle: z.string(),
  /** Its place in the playlist, from 1; null while it cannot be watched. */
  number: z.int().nullable(),
  notes: z.array(Note.omit({ course: true })),
  questions: z.array(OwnQuestion),
  changed: z.enum(['video', 'corrections']).nullable(),
  /** The seconds of the corrections. */
  changedAt: z.array(z.number()),
})

/** What a user keeps of a playlist after watching all of it. */
export const FinishedPlaylist = z
  .object({
    playlist: z.object({
      _id: Id,
      title: z.string(),
      /** These are null while the playlist is hidden from the caller. */
      category: z.string().nullable(),
      mainPlaylistImage: ImageRef.nullable(),
      teacher: UserRef.nullable(),
    }),
    /** When the first video was done, and the last one. */
    startedAt: Timestamp,
    finishedAt: Timestamp,
    doneCount: z.int(),
    coursesCount: z.int(),
    watchedSeconds: z.int(),
    courses: z.array(FinishedCourse),
    /** How many videos were added afterwards and are not done. */
    newVideos: z.int(),
  })
  .meta({ id: 'FinishedPlaylist' })
export type FinishedPlaylist = z.infer<typeof FinishedPlaylist>

export const learningApi = {
  days: endpoint('learning.days', {
    summary: `How many seconds of new video the caller watched on each day, the earliest first, at most ${LEARNING_DAYS_MAX} days`,
    query: z.object({ from: Day }),
    reply: z.object({ days: z.array(z.object({ day: z.string(), seconds: z.int() })) }),
  }),
  summary: endpoint('learning.summary', {
    summary: 'What the caller keeps of a finished playlist; as Markdown on request',
    query: z.object({
      format: z.enum(['json', 'markdown'], 'Format must be json or markdown.').optional(),
      /** Of the dates in Markdown. */
      timeZone: TimeZone,
    }),
    reply: z.union([FinishedPlaylist, z.string()]),
    contentType: 'text/markdown; charset=utf-8',
  }),
}
