import type { ReactNode } from 'react'
import { formatTime } from '#contract/format.ts'
import { type Note, NoteChange } from '#contract/learning/notes.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { TimedComposer } from '#web/ui/form/timed-composer.tsx'
import { useTextEditing } from '#web/ui/form/use-text-editing.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import styles from './note-row.module.css'
import { useEditNote, useExportNotes } from './notes.queries.ts'

interface NoteRowProps {
  note: Note
  /** The link to its second. */
  time: ReactNode
  /** The text with its links. */
  children: ReactNode
  /** Opens the dialog that confirms the removal. */
  onRemove: (note: Note) => void
}

/** A note in view or edit mode. */
export function NoteRow({ note, time, children, onRemove }: NoteRowProps) {
  const text = useTextEditing('note', note._id, note.text)
  const edit = useEditNote(note, text.draft.remove)
  const at = formatTime(note.at)

  return (
    <li className={styles.row} aria-busy={edit.isPending || undefined}>
      {time}
      <div className={styles.body}>
        {text.editing ? (
          <NoteEditor label={`Edit your note at ${at}`} text={text} edit={edit} />
        ) : (
          <>
            {children}
            <RelativeTime className={styles.day} at={note.createdAt} />
          </>
        )}
      </div>
      {!text.editing && (
        <span className={styles.tools}>
          <IconButton
            ref={text.editButton}
            icon="edit"
            size="sm"
            label={`Edit note at ${at}`}
            onClick={text.open}
          />
          <IconButton
            icon="trash"
            size="sm"
            tone="danger"
            label={`Delete note at ${at}`}
            onClick={() => onRemove(note)}
          />
        </span>
      )}
    </li>
  )
}

interface NoteEditorProps {
  label: string
  text: ReturnType<typeof useTextEditing>
  edit: ReturnType<typeof useEditNote>
}

function NoteEditor({ label, text: { editing, draft, composer, close, reopen }, edit }: NoteEditorProps) {
  return (
    <TimedComposer
      key={draft.version}
      {...composer}
      schema={NoteChange}
      label={label}
      first={editing}
      isPending={edit.isPending}
      onSend={({ text }) => {
        close()
        edit.mutate(text, { onError: (error) => reopen(text, error) })
      }}
    >
      {() => (
        <>
          <DraftLine draft={draft} />
          <Button size="sm" variant="ghost" onClick={composer.onCancel}>
            Cancel
          </Button>
          <Button size="sm" type="submit" variant="primary">
            Save
          </Button>
        </>
      )}
    </TimedComposer>
  )
}

/** Downloads the user's notes in a playlist. */
export function ExportNotes({ playlist }: { playlist: { _id: string; title: string } }) {
  const { mutate, isPending } = useExportNotes(playlist)
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={isPending}
      aria-label={`Export notes: ${playlist.title}`}
      onClick={() => mutate()}
    >
      <Icon name="download" />
      Export notes
    </Button>
  )
}
