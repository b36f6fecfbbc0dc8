import { useState } from 'react'
import type { UnsentNote } from '#contract/review/rounds.ts'
import { useDraftSubjects } from '#web/core/drafts/use-drafts.ts'
import { NEW_NOTE, NOTE_DRAFT } from './draft-kinds.ts'
import type { UnsentNotes } from './unsent-notes.ts'

/** The form for one note, new or changed. A new note that was not finished opens it again. */
export function useNoteEditor(playlistId: string, unsent: UnsentNotes, onClosed: () => void) {
  const [opened, setForm] = useState<{ note?: UnsentNote }>()
  const isKept = useDraftSubjects(NOTE_DRAFT).includes(`${playlistId} ${NEW_NOTE}`)
  const form = opened ?? (isKept ? {} : undefined)
  const close = () => {
    setForm(undefined)
    onClosed()
  }
  return {
    form,
    open: (note?: UnsentNote) => setForm({ note }),
    close,
    save(note: Omit<UnsentNote, 'key'>): void {
      if (form?.note === undefined) unsent.add(note)
      else unsent.replace({ ...note, key: form.note.key, carriedFrom: form.note.carriedFrom })
      close()
    },
  }
}
