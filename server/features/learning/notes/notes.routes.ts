import { notesApi } from '#contract/learning/notes.ts'
import type { AppContext } from '#server/context.ts'
import { findCourse } from '#server/features/catalog/playlists/visibility.ts'
import { route } from '#server/http/route.ts'
import { listNotes } from './notes.queries.ts'
import { addNote, exportNotes, findNote, removeNote, rewriteNote } from './notes.ts'

/** Notes are private, so no cached answer changes with them. */
const changes = (): string[] => []

export function noteRoutes(context: AppContext): void {
  const { db, secrets, settings } = context

  route(context, notesApi.list, {
    run: async ({ reading, viewer, query }) => {
      const access = await settings.get('siteAccess')
      return listNotes({ db: reading, secrets, access }, viewer, query)
    },
  })

  route(context, notesApi.create, {
    named: ({ viewer }, { courseId }) => findCourse(db, viewer, { courseId }),
    changes,
    run: async ({ viewer, body }) => ({ note: await addNote(context, viewer, body) }),
  })

  route(context, notesApi.update, {
    object: ({ param }) => findNote(db, param('noteId')),
    changes,
    run: async ({ viewer, object, body: { text } }) => ({
      note: await rewriteNote(context, viewer, { noteId: object.id, text }),
    }),
  })

  route(context, notesApi.remove, {
    object: ({ param }) => findNote(db, param('noteId')),
    changes,
    run: async ({ object }) => {
      await removeNote(db, object.id)
      return { success: true as const, message: 'Note deleted.' }
    },
  })

  route(context, notesApi.export, {
    run: async ({ reading, viewer, query: { playlistId }, header }) => {
      const markdown = await exportNotes(reading, viewer, { playlistId, origin: context.mail.site.origin })
      header('content-disposition', 'attachment; filename="notes.md"')
      return markdown
    },
  })
}
