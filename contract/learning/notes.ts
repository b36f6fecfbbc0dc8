import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { ListQuery, ListReply, WriteReply } from '#contract/lists.ts'
import { text } from '#contract/text.ts'
import { Still } from '#contract/video/video.ts'
import { NOTE_EMPTY, NOTE_TEXT } from './note-text.ts'
import { POSITION_INVALID } from './progress.ts'
import { VIDEO_SECONDS_MAX } from './progress-limits.ts'

/** Stand for titles that the author of a note may not see any more. */
export const VIDEO_HIDDEN = 'Video not available.'
export const PLAYLIST_HIDDEN = 'Playlist not available.'
export const NoteText = text(NOTE_TEXT)

/** A private note at a second of a video. A bookmark is one without a text. */
export const Note = z
  .object({
    _id: Id,
    course: z.object({ _id: Id, videoTitle: z.string(), playlist: z.object({ _id: Id, title: z.string() }) }),
    at: z.int(),
    text: z.string(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    /** A second that the author set without writing. */
    bookmark: z.boolean(),
    /** What the captions say at the second of a bookmark. */
    words: z.string().optional(),
    /** The second as a part of a picture, in a list and while its author may see the video; videos of other sites have none. */
    still: Still.optional(),
  })
  .meta({ id: 'Note' })
export type Note = z.infer<typeof Note>

/** A whole second of a video, as notes and comments carry it. */
export const AtSecond = z
  .int(POSITION_INVALID)
  .min(0, POSITION_INVALID)
  .max(VIDEO_SECONDS_MAX, POSITION_INVALID)

/** The text turns a bookmark into a note. */
export const NoteChange = z.object({ text: NoteText })

/** A bookmark with a text is a note. */
export const NoteDraft = z
  .object({
    courseId: z.string({ error: 'Course is required.' }).max(64),
    at: AtSecond,
    text: text({ ...NOTE_TEXT, min: 0 }).default(''),
    bookmark: z.boolean('Bookmark must be true or false.').optional(),
  })
  .refine(({ text, bookmark }) => bookmark === true || text !== '', {
    path: ['text'],
    error: NOTE_EMPTY,
    // Also beside errors of other fields.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
export type NoteDraft = z.infer<typeof NoteDraft>

export const notesApi = {
  list: endpoint('notes.list', {
    summary: 'The caller’s notes: of one course by position, latest first, or all of them, newest first',
    query: ListQuery.extend({ courseId: z.string().max(64).optional() }),
    reply: ListReply.extend({ notes: z.array(Note) }),
  }),
  create: endpoint('notes.create', {
    summary: 'Write a note, or set a bookmark, which needs no text',
    rate: 'comment',
    body: NoteDraft,
    reply: z.object({ note: Note }),
    status: 201,
  }),
  update: endpoint('notes.update', {
    summary: 'Change a note',
    body: NoteChange,
    reply: z.object({ note: Note }),
  }),
  remove: endpoint('notes.remove', { summary: 'Delete a note', reply: WriteReply }),
  export: endpoint('notes.export', {
    summary: 'The notes of a playlist as Markdown',
    query: z.object({ playlistId: z.string({ error: 'Playlist is required.' }).max(64) }),
    reply: z.string(),
    contentType: 'text/markdown; charset=utf-8',
  }),
}
