import type { z } from 'zod'
import { type Note, type notesApi, PLAYLIST_HIDDEN, VIDEO_HIDDEN } from '#contract/learning/notes.ts'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import type { SiteAccess } from '#contract/settings/setting-values.ts'
import type { Still } from '#contract/video/video.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { newestFirst, readPage } from '#server/data/list-query.ts'
import type { NoteRow } from '#server/data/schema.ts'
import {
  asNumber,
  courseVisibleTo,
  readerOf,
  visibleTo,
} from '#server/features/catalog/playlists/visibility.queries.ts'
import { showingOf } from '#server/features/catalog/playlists/visibility.ts'
import { storyboardOf } from '#server/features/learning/progress/lists.queries.ts'
import { stillOf } from '#server/features/video/playable.ts'
import { wordsAt } from './bookmark-words.queries.ts'

/** `access` is read before a transaction begins. */
export interface NoteReading extends Pick<AppContext, 'db' | 'secrets'> {
  access: SiteAccess
}

/** Notes with the titles of their courses, and whether the viewer may read these titles. */
function noteRows(db: Db, viewer: Viewer) {
  return db
    .selectFrom('notes')
    .innerJoin('courses', 'courses.id', 'notes.course_id')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select([
      'notes.id',
      'notes.course_id',
      'notes.at_s',
      'notes.text',
      'notes.bookmark',
      'notes.created_at',
      'notes.updated_at',
      'courses.title',
      'playlists.id as playlist_id',
      'playlists.title as playlist_title',
      'playlists.language',
    ])
    .select(asNumber(courseVisibleTo(readerOf(viewer))).as('sees_course'))
    .select(asNumber(visibleTo(readerOf(viewer))).as('sees_playlist'))
    .where('courses.trash_id', 'is', null)
}

type NoteWithCourse = Awaited<ReturnType<ReturnType<typeof noteRows>['execute']>>[number]

/** With what the picture of their second needs. */
const picturedRows = (db: Db, viewer: Viewer) =>
  noteRows(db, viewer).select([
    'courses.status',
    'courses.source_key',
    'playlists.shown as playlist_shown',
    storyboardOf,
  ])

type PicturedNote = Awaited<ReturnType<ReturnType<typeof picturedRows>['execute']>>[number]

/** The notes; bookmarks include the words spoken at their second while the viewer may see the captions. */
async function notesOf(db: Db, rows: readonly NoteWithCourse[]): Promise<Note[]> {
  const bookmarks = rows.filter((row) => row.bookmark === 1 && row.sees_course === 1)
  const words = await wordsAt(db, bookmarks)
  return rows.map((row) => noteOf(row, words.get(row.id)))
}

/** A note outlives the access to its course; the titles do not, as they may have changed since. */
function noteOf(row: NoteWithCourse, words: string | undefined): Note {
  return {
    _id: row.id,
    course: {
      _id: row.course_id,
      videoTitle: row.sees_course === 1 ? row.title : VIDEO_HIDDEN,
      playlist: {
        _id: row.playlist_id,
        title: row.sees_playlist === 1 ? row.playlist_title : PLAYLIST_HIDDEN,
      },
    },
    at: row.at_s,
    text: row.text,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    bookmark: row.bookmark === 1,
    ...(words !== undefined && { words }),
  }
}

/** The notes, each with the picture of its second if its video is stored here and the viewer may see it. */
async function picturedNotes(
  { db, secrets, access }: NoteReading,
  rows: readonly PicturedNote[],
): Promise<Note[]> {
  const visible = rows.filter((row) => row.sees_course === 1)
  const stills = new Map(visible.map((row) => [row.id, stillIn({ secrets, access }, row)]))
  const notes = await notesOf(db, rows)
  return notes.map((note) => ({ ...note, still: stills.get(note._id) }))
}

function stillIn({ secrets, access }: Omit<NoteReading, 'db'>, row: PicturedNote): Still | undefined {
  const { course_id: id, source_key, storyboard, at_s: at } = row
  if (source_key === null || storyboard === null) return undefined
  return stillOf(secrets, { id: source_key, course: { id, showing: showingOf(row, access) }, storyboard, at })
}

export async function readNote(context: NoteReading, viewer: Viewer, id: string): Promise<Note | undefined> {
  const rows = await picturedRows(context.db, viewer).where('notes.id', '=', id).execute()
  return (await picturedNotes(context, rows))[0]
}

export async function findOwner(
  db: Db,
  noteId: string,
): Promise<Pick<NoteRow, 'id' | 'user_id'> | undefined> {
  return db.selectFrom('notes').select(['id', 'user_id']).where('id', '=', noteId).executeTakeFirst()
}

/** Returns the new id. Without a text the note is a bookmark. */
export async function insertNote(
  trx: Db,
  { userId, courseId, at, text }: { userId: string; courseId: string; at: number; text: string },
): Promise<string> {
  const time = Date.now()
  const id = newId(time)
  const now = new Date(time).toISOString()
  await trx
    .insertInto('notes')
    .values({
      id,
      user_id: userId,
      course_id: courseId,
      at_s: at,
      text,
      bookmark: text === '' ? 1 : 0,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

export async function updateNote(trx: Db, noteId: string, text: string): Promise<void> {
  const updated_at = new Date().toISOString()
  await trx.updateTable('notes').set({ text, bookmark: 0, updated_at }).where('id', '=', noteId).execute()
}

/** Returns whether the note existed. */
export async function deleteNote(trx: Db, noteId: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('notes').where('id', '=', noteId).executeTakeFirst()
  return numDeletedRows > 0n
}

interface NotesQuery {
  /** `undefined` lists the notes on all courses. */
  courseId?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** The viewer's own notes: of a course the latest position first, else the newest first. Throws for an invalid cursor. */
export async function listNotes(
  context: NoteReading,
  viewer: Viewer,
  { courseId, limit = LIST_LIMIT_DEFAULT, cursor }: NotesQuery,
): Promise<z.input<typeof notesApi.list.reply>> {
  const { db } = context
  const own = picturedRows(db, viewer).where('notes.user_id', '=', viewer.id)
  const [{ rows, nextCursor }, total] = await Promise.all([
    courseId === undefined
      ? readPage(own, NEWEST, { limit, cursor })
      : readPage(own.where('notes.course_id', '=', courseId), BY_POSITION, { limit, cursor }),
    countNotes(db, { userId: viewer.id, courseId }),
  ])
  return { notes: await picturedNotes(context, rows), total, nextCursor }
}

const NEWEST = newestFirst('notes', 'notes.id')

const BY_POSITION = {
  name: 'notes of a course',
  columns: ['notes.at_s', 'notes.id'],
  direction: 'desc' as const,
  keysOf: ({ at_s, id }: NoteWithCourse) => [at_s, id],
}

async function countNotes(
  db: Db,
  { userId, courseId }: { userId: string; courseId: string | undefined },
): Promise<number> {
  let query = db
    .selectFrom('notes')
    .innerJoin('courses', 'courses.id', 'notes.course_id')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('notes.user_id', '=', userId)
    .where('courses.trash_id', 'is', null)
  if (courseId !== undefined) query = query.where('notes.course_id', '=', courseId)
  return (await query.executeTakeFirstOrThrow()).total
}

/** The viewer's notes on the courses of a playlist, in teaching order and by position. */
export async function notesInside(db: Db, viewer: Viewer, playlistId: string): Promise<Note[]> {
  const rows = await noteRows(db, viewer)
    .select('courses.position')
    .where('courses.playlist_id', '=', playlistId)
    .where('notes.user_id', '=', viewer.id)
    .orderBy('notes.course_id')
    .orderBy('notes.at_s')
    .orderBy('notes.id')
    .execute()
  // An index has the order inside each course; only the courses themselves are left to sort.
  return notesOf(
    db,
    rows.toSorted((a, b) => a.position - b.position),
  )
}
