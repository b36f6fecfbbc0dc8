import type { z } from 'zod'
import type { notesApi } from '#contract/learning/notes.ts'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/data/cursor.ts'
import type { Db } from '#server/data/database.ts'
import { afterCursor } from '#server/data/keyset.ts'
import { type NoteWithCourse, noteOf, noteRows } from './notes.queries.ts'

interface NotesQuery {
  /** `undefined` lists the notes on all courses. */
  courseId?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** The viewer's own notes: of a course the latest position first, else the newest first. Throws for an invalid cursor. */
export async function listNotes(
  db: Db,
  viewer: Viewer,
  { courseId, limit = LIST_LIMIT_DEFAULT, cursor }: NotesQuery,
): Promise<z.input<typeof notesApi.list.reply>> {
  const sort = courseId === undefined ? 'notes' : 'notes of a course'
  const columns = courseId === undefined ? (['notes.id'] as const) : (['notes.at_s', 'notes.id'] as const)
  const after = cursor === undefined ? undefined : afterCursor(columns, 'desc', decodeCursor(sort, cursor))
  const page = noteRows(db)
    .where('notes.user_id', '=', viewer.id)
    .$if(courseId !== undefined, (query) => query.where('notes.course_id', '=', courseId ?? ''))
    .$if(after !== undefined, (query) => (after ? query.where(after) : query))
    .limit(limit + 1)
  const [found, total] = await Promise.all([
    columns.reduce((query, column) => query.orderBy(column, 'desc'), page).execute(),
    countNotes(db, { userId: viewer.id, courseId }),
  ])
  const keysOf = ({ at_s, id }: NoteWithCourse) => (courseId === undefined ? [id] : [at_s, id])
  const { rows, nextCursor } = pageOf(found, limit, (row) => encodeCursor(sort, keysOf(row)))
  return { notes: rows.map((row) => noteOf(viewer, row)), total, nextCursor }
}

async function countNotes(
  db: Db,
  { userId, courseId }: { userId: string; courseId: string | undefined },
): Promise<number> {
  let query = db
    .selectFrom('notes')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
  if (courseId !== undefined) query = query.where('course_id', '=', courseId)
  return (await query.executeTakeFirstOrThrow()).total
}

/** The viewer's notes on the courses of a playlist, in teaching order and by position. */
export async function notesInside(db: Db, viewer: Viewer, playlistId: string) {
  const rows = await noteRows(db)
    .select('courses.position')
    .where('courses.playlist_id', '=', playlistId)
    .where('notes.user_id', '=', viewer.id)
    .orderBy('notes.course_id')
    .orderBy('notes.at_s')
    .orderBy('notes.id')
    .execute()
  // An index has the order inside each course; only the courses themselves are left to sort.
  return rows.toSorted((a, b) => a.position - b.position).map((row) => noteOf(viewer, row))
}
