import { useRef } from 'react'
import { formatTime } from '#contract/format.ts'
import type { Note } from '#contract/learning/notes.ts'
import { notify } from '#web/core/toasts.ts'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { useRemoveNote, useSetBookmark } from './notes.queries.ts'

const AGAIN_MS = 2000

/** The bookmark that was set last. */
interface LastBookmark {
  /** Unknown while it is being saved. */
  saved?: { note: Note; at: number }
  /** The user has taken it back while it was being saved. */
  isUnset?: true
}

/**
 * Sets a bookmark at the second of the video. Called again within two seconds, it removes that one. `onWrite` opens the bookmark
 * with this id to add a note.
 */
export function useBookmark(onWrite: (noteId: string) => void): () => void {
  const { course, player } = useWatch()
  const set = useSetBookmark(course._id)
  const remove = useRemoveNote()
  const last = useRef<LastBookmark>(undefined)

  function unset(note: Note): void {
    if (last.current?.saved?.note === note) last.current = undefined
    remove.mutate(note, { onSaved: () => notify.info('Bookmark removed.') })
  }

  function keep(bookmark: LastBookmark, note: Note): void {
    if (bookmark.isUnset) {
      unset(note)
      return
    }
    bookmark.saved = { note, at: Date.now() }
    last.current = bookmark
    notify.success(`Bookmarked at ${formatTime(note.at)}.`, {
      action: { label: 'Undo', run: () => unset(note) },
      secondAction: { label: 'Add a note', run: () => onWrite(note._id) },
    })
  }

  return () => {
    const before = last.current
    last.current = undefined
    if (before && !before.saved) before.isUnset = true
    else if (before?.saved && Date.now() - before.saved.at < AGAIN_MS) unset(before.saved.note)
    else {
      const bookmark: LastBookmark = {}
      last.current = bookmark
      set.mutate(Math.floor(player.position()), {
        onSaved: ({ note }) => keep(bookmark, note),
        onError: () => {
          if (last.current === bookmark) last.current = undefined
        },
      })
    }
  }
}
