import { useRef } from 'react'
import { formatTime } from '#contract/format.ts'
import type { Note } from '#contract/learning/notes.ts'
import { Confirm } from '#web/ui/overlay/confirm.tsx'
import { nameOf } from './note-row.tsx'
import { useRemoveNote } from './notes.queries.ts'

interface RemoveNoteProps {
  note: Note
  onClose: () => void
  /** Gets the focus when the note is deleted. */
  heading: () => HTMLElement | null
}

/** Asks before a note is deleted. */
export function RemoveNote({ note, onClose, heading }: RemoveNoteProps) {
  const remove = useRemoveNote()
  const deleted = useRef(false)
  return (
    <Confirm
      onClose={onClose}
      title={`Delete your ${nameOf(note)} at ${formatTime(note.at)}?`}
      text="It cannot be brought back."
      cancel="Cancel"
      action={`Delete ${nameOf(note)}`}
      onConfirm={() => {
        deleted.current = true
        remove.mutate(note)
        onClose()
      }}
      finalFocus={() => (deleted.current ? heading() : null)}
    />
  )
}
