import { type Note, type NoteDraft, PLAYLIST_HIDDEN } from '#contract/learning/notes.ts'
import { NOT_FOUND } from '#contract/not-found.ts'
import { isHidden, type Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import {
  findPlaylist,
  PLAYLIST_NOT_FOUND,
  visibleCourse,
} from '#server/features/catalog/playlists/visibility.ts'
import { AppError } from '#server/http/app-error.ts'
import { escaped, noteList } from './markdown.ts'
import { deleteNote, findOwner, insertNote, notesInside, readNote, updateNote } from './notes.queries.ts'

type Context = Pick<AppContext, 'db' | 'secrets' | 'settings'>

/** A note belongs to its author, even if its course becomes hidden. */
export async function findNote(db: Db, noteId: string): Promise<({ id: string } & Resource) | undefined> {
  const note = isId(noteId) ? await findOwner(db, noteId) : undefined
  return note && { id: note.id, access: { ownerId: note.user_id } }
}

/** Throws the `not_found` AppError when the author may not see the course. */
export async function addNote(
  context: Context,
  author: Viewer,
  { courseId, at, text }: NoteDraft,
): Promise<Note> {
  const access = await context.settings.get('siteAccess')
  return transaction(context.db, async (trx) => {
    const { duration_s: end } = await visibleCourse(trx, author, { courseId, lock: 'stay' })
    const note = { userId: author.id, courseId, at: Math.min(at, end ?? at), text }
    return orNotFound(
      await readNote({ db: trx, secrets: context.secrets, access }, author, await insertNote(trx, note)),
    )
  })
}

/** Throws the `not_found` AppError if the note is deleted by now. */
export async function rewriteNote(
  context: Context,
  author: Viewer,
  { noteId, text }: { noteId: string; text: string },
): Promise<Note> {
  const access = await context.settings.get('siteAccess')
  return transaction(context.db, async (trx) => {
    await updateNote(trx, noteId, text)
    return orNotFound(await readNote({ db: trx, secrets: context.secrets, access }, author, noteId))
  })
}

/** Throws the `not_found` AppError if the note is deleted already. */
export async function removeNote(db: Db, noteId: string): Promise<void> {
  if (!(await deleteNote(db, noteId))) throw notFound()
}

/** Throws the `not_found` AppError for a playlist that the author may not see, unless they have notes in it. */
export async function exportNotes(
  db: Db,
  author: Viewer,
  { playlistId, origin }: { playlistId: string; origin: string },
): Promise<string> {
  const playlist = await findPlaylist(db, author, { playlistId })
  const notes = playlist ? await notesInside(db, author, playlist.id) : []
  const isKept = playlist !== undefined && isHidden(playlist.access, author)
  if (!playlist || (isKept && notes.length === 0)) throw new AppError('not_found', PLAYLIST_NOT_FOUND)
  return markdownOf(notes, { title: isKept ? PLAYLIST_HIDDEN : playlist.title, origin })
}

function orNotFound(note: Note | undefined): Note {
  if (!note) throw notFound()
  return note
}

function notFound(): AppError {
  return new AppError('not_found', NOT_FOUND.note)
}

/** Notes as Markdown, by course; each is a link to its second. */
function markdownOf(notes: Note[], { title, origin }: { title: string; origin: string }): string {
  const courses = Map.groupBy(notes, ({ course }) => course._id)
  const sections = [...courses.entries()].map(([courseId, own]) => {
    const [first] = own
    const place = { origin, playlistId: first?.course.playlist._id ?? '', courseId }
    return `\n## ${escaped(first?.course.videoTitle ?? '')}\n\n${noteList(own, place)}\n`
  })
  return `# ${escaped(title)}\n${sections.join('')}`
}
