import { type Note, PLAYLIST_HIDDEN, VIDEO_HIDDEN } from '#contract/learning/notes.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import type { NoteRow } from '#server/data/schema.ts'
import { isPublicCourse, seesAllOf } from '#server/features/catalog/playlists/visibility.ts'

/** Notes with the titles of their courses and what decides who may read these titles. */
export function noteRows(db: Db) {
  return db
    .selectFrom('notes')
    .innerJoin('courses', 'courses.id', 'notes.course_id')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select([
      'notes.id',
      'notes.course_id',
      'notes.at_s',
      'notes.text',
      'notes.created_at',
      'notes.updated_at',
      'courses.title',
      'courses.status',
      'playlists.id as playlist_id',
      'playlists.title as playlist_title',
      'playlists.status as playlist_status',
      'playlists.teacher_id',
    ])
}

export type NoteWithCourse = Awaited<ReturnType<ReturnType<typeof noteRows>['execute']>>[number]

/** A note outlives the approval of its course; the titles do not, as they may have changed since. */
export function noteOf(viewer: Viewer, row: NoteWithCourse): Note {
  const all = seesAllOf(viewer, row.teacher_id)
  return {
    _id: row.id,
    course: {
      _id: row.course_id,
      videoTitle: all || isPublicCourse(row) ? row.title : VIDEO_HIDDEN,
      playlist: {
        _id: row.playlist_id,
        title: all || row.playlist_status === 'approved' ? row.playlist_title : PLAYLIST_HIDDEN,
      },
    },
    at: row.at_s,
    text: row.text,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export async function readNote(db: Db, viewer: Viewer, id: string): Promise<Note | undefined> {
  const row = await noteRows(db).where('notes.id', '=', id).executeTakeFirst()
  return row && noteOf(viewer, row)
}

export async function findOwner(
  db: Db,
  noteId: string,
): Promise<Pick<NoteRow, 'id' | 'user_id'> | undefined> {
  return db.selectFrom('notes').select(['id', 'user_id']).where('id', '=', noteId).executeTakeFirst()
}

/** Returns the new id. */
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
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

export async function updateNote(trx: Db, noteId: string, text: string): Promise<void> {
  const updated_at = new Date().toISOString()
  await trx.updateTable('notes').set({ text, updated_at }).where('id', '=', noteId).execute()
}

/** Returns whether the note existed. */
export async function deleteNote(trx: Db, noteId: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('notes').where('id', '=', noteId).executeTakeFirst()
  return numDeletedRows > 0n
}
