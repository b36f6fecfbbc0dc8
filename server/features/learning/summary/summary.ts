import type { z } from 'zod'
import type { FinishedPlaylist } from '#contract/learning/learning.ts'
import { type Note, PLAYLIST_HIDDEN, VIDEO_HIDDEN } from '#contract/learning/notes.ts'
import { isHidden } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { cardsOf } from '#server/features/catalog/playlists/playlist-cards.queries.ts'
import {
  findPlaylist,
  type OpenPlaylist,
  PLAYLIST_NOT_FOUND,
  seesAllOf,
} from '#server/features/catalog/playlists/visibility.ts'
import { notesInside } from '#server/features/learning/notes/notes.queries.ts'
import { changeOf } from '#server/features/learning/progress/changes.ts'
import { videoKeyIn } from '#server/features/learning/progress/save-target.ts'
import { AppError } from '#server/http/app-error.ts'
import { coursesToFinish, ownQuestions } from './summary.queries.ts'

type Row = Awaited<ReturnType<typeof coursesToFinish>>[number]
type QuestionRow = Awaited<ReturnType<typeof ownQuestions>>[number]
type FinishedCourse = FinishedPlaylist['courses'][number]

/**
 * What the viewer keeps of a playlist after watching all of it. When the playlist is hidden later, their own notes and questions
 * stay, without titles that may have changed since. Throws the `not_found` AppError for a playlist that they have not finished.
 */
export async function summarize(
  db: Db,
  viewer: Viewer,
  playlistId: string,
): Promise<z.input<typeof FinishedPlaylist>> {
  const playlist = await findPlaylist(db, viewer, { playlistId })
  if (!playlist) throw new AppError('not_found', PLAYLIST_NOT_FOUND)
  const hidden = isHidden(playlist.access, viewer)
  const key = { userId: viewer.id, playlistId }
  const rows = await coursesToFinish(db, key)
  const required = rows.filter((row) => isRequired(row, hidden))
  const finishedAt = whenFinished(required)
  if (finishedAt === undefined)
    throw new AppError('not_found', hidden ? PLAYLIST_NOT_FOUND : 'You have not finished this playlist.')
  const [notes, questions, head] = await Promise.all([
    notesInside(db, viewer, playlistId),
    ownQuestions(db, key),
    headOf(db, viewer, { playlist, hidden }),
  ])
  const done = required.flatMap(({ done_at }) => done_at ?? [])
  const content = {
    viewer,
    playlist,
    hidden,
    required,
    notes: byCourse(notes),
    questions: bySecond(questions),
  }
  return {
    playlist: head,
    startedAt: done.toSorted()[0] ?? finishedAt,
    finishedAt,
    doneCount: done.length,
    coursesCount: required.length,
    watchedSeconds: rows.reduce((sum, { watched_s }) => sum + (watched_s ?? 0), 0),
    courses: rows.flatMap((row) => keptOf(row, content) ?? []),
    newVideos: required.length - done.length,
  }
}

/** Of a hidden playlist the courses count that were public once; of another one those that can be watched. */
function isRequired({ status, announced_at, unavailable_since }: Row, hidden: boolean): boolean {
  const isOpen = status === 'approved' || (hidden && announced_at !== null)
  return isOpen && unavailable_since === null
}

/** The last time at which the user had done every public video. Videos added later do not change it. */
export function whenFinished(
  courses: readonly Pick<Row, 'done_at' | 'announced_at' | 'created_at'>[],
): string | undefined {
  const marks = courses.flatMap(({ done_at }) => done_at ?? []).toSorted()
  return marks.findLast((mark) =>
    courses.every(
      ({ done_at, announced_at, created_at }) =>
        (done_at !== null && done_at <= mark) || (announced_at ?? created_at) > mark,
    ),
  )
}

async function headOf(
  db: Db,
  viewer: Viewer,
  { playlist: { id }, hidden }: { playlist: OpenPlaylist; hidden: boolean },
): Promise<FinishedPlaylist['playlist']> {
  const [card] = hidden ? [] : await cardsOf(db, viewer, { ids: [id], view: 'card' })
  if (!card)
    return { _id: id, title: PLAYLIST_HIDDEN, category: null, mainPlaylistImage: null, teacher: null }
  const { _id, title, category, mainPlaylistImage, teacher } = card
  return { _id, title, category, mainPlaylistImage, teacher }
}

function byCourse(notes: readonly Note[]): Map<string, FinishedCourse['notes']> {
  const groups = Map.groupBy(notes, ({ course }) => course._id)
  return new Map([...groups].map(([id, own]) => [id, own.map(({ course: _course, ...note }) => note)]))
}

function bySecond(questions: readonly QuestionRow[]): Map<string, QuestionRow[]> {
  const inOrder = questions.toSorted((a, b) => (a.at_s ?? 0) - (b.at_s ?? 0) || a.id.localeCompare(b.id))
  return Map.groupBy(inOrder, ({ course_id }) => course_id)
}

interface Content {
  viewer: Viewer
  playlist: OpenPlaylist
  hidden: boolean
  required: readonly Row[]
  notes: ReadonlyMap<string, FinishedCourse['notes']>
  questions: ReadonlyMap<string, QuestionRow[]>
}

const UNCHANGED = { changed: null, changedAt: [] }

/** What the viewer keeps of one course; `undefined` if there is nothing. */
function keptOf(
  row: Row,
  { viewer, playlist, hidden, required, ...own }: Content,
): FinishedCourse | undefined {
  const notes = own.notes.get(row.id) ?? []
  const questions = (own.questions.get(row.id) ?? []).map(questionOf)
  const isVisible = seesCourse(row, { viewer, playlist, hidden })
  const change = isVisible ? changeOf(row, row.video_key === videoKeyIn(row)) : UNCHANGED
  if (notes.length === 0 && questions.length === 0 && change.changed === null) return undefined
  return {
    _id: row.id,
    videoTitle: isVisible ? row.title : VIDEO_HIDDEN,
    number: isVisible ? required.indexOf(row) + 1 || null : null,
    notes,
    questions,
    ...change,
  }
}

function seesCourse(
  { status }: Row,
  { viewer, playlist, hidden }: Pick<Content, 'viewer' | 'playlist' | 'hidden'>,
): boolean {
  return seesAllOf(viewer, playlist.teacher_id) || (!hidden && status === 'approved')
}

function questionOf(row: QuestionRow) {
  const { id, at_s, text, answer, answered_at, accepted_at, username } = row
  const isAnswered = answer !== null && answered_at !== null && username !== null
  return {
    _id: id,
    at: at_s,
    text,
    answer: isAnswered ? { text: answer, username, createdAt: answered_at, acceptedAt: accepted_at } : null,
  }
}
