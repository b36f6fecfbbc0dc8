import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatTime } from '#contract/format.ts'
import type { Note } from '#contract/learning/notes.ts'
import { checkDraft } from '#web/core/drafts.ts'
import { useFormDraft } from '#web/core/form-draft.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { useDiscard } from '#web/ui/overlay/use-discard.tsx'
import { EDIT, TRASH } from '#web/ui/picture/later-icon-paths.ts'
import { NoteDraft } from './note-draft.ts'
import { NoteField } from './note-field.tsx'
import { fieldError } from './note-form.tsx'
import styles from './note-row.module.css'
import { useEditNote } from './notes.queries.ts'

interface NoteRowProps {
  note: Note
  /** The link to its second. */
  time: ReactNode
  /** The text with its links. */
  children: ReactNode
  /** Opens the dialog that confirms the removal. */
  onRemove: (note: Note) => void
}

interface Editing {
  text: string
  error?: string | undefined
}

/** A note in view or edit mode. */
export function NoteRow({ note, time, children, onRemove }: NoteRowProps) {
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft(`change of note ${note._id}`, form)
  const [editing, setEditing] = useState<Editing | undefined>(
    draft.isRestored ? { text: draft.text('text', note.text) } : undefined,
  )
  const editButton = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const edit = useEditNote(note)
  const at = formatTime(note.at)

  function open(change: Editing): void {
    flushSync(() => setEditing(change))
    field.current?.focus()
  }
  function close(): void {
    flushSync(() => setEditing(undefined))
    editButton.current?.focus()
  }
  function save(text: string): void {
    close()
    edit.mutate(text, {
      onSaved: draft.remove,
      onError: (error) => setEditing({ text, error: fieldError(error) }),
    })
  }

  return (
    <li className={styles.row} aria-busy={edit.isPending || undefined}>
      {time}
      <div className={styles.body}>
        {editing ? (
          <NoteEditor
            {...{ form, field, editing }}
            stored={note.text}
            label={`Edit your note at ${at}`}
            onInput={draft.store}
            onSave={save}
            onCancel={() => {
              draft.remove()
              close()
            }}
          />
        ) : (
          <>
            {children}
            <time className={styles.day} dateTime={note.createdAt}>
              {note.createdAt.slice(0, 10)}
            </time>
          </>
        )}
      </div>
      {!editing && (
        <span className={styles.tools}>
          <IconButton
            ref={editButton}
            icon={EDIT}
            size="sm"
            label={`Edit note at ${at}`}
            onClick={() => open({ text: note.text })}
          />
          <IconButton
            icon={TRASH}
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
  form: RefObject<HTMLFormElement | null>
  field: RefObject<HTMLTextAreaElement | null>
  editing: Editing
  /** The text that the editor changes. */
  stored: string
  label: string
  onInput: (event: FormEvent<HTMLFormElement>) => void
  onSave: (text: string) => void
  onCancel: () => void
}

function NoteEditor({ form, field, editing, stored, label, onInput, onSave, onCancel }: NoteEditorProps) {
  const [text, setText] = useState(editing.text)
  const [error, setError] = useState(editing.error)
  const discard = useDiscard({ isTyped: () => text !== stored, onDiscard: onCancel })

  function submit(event: FormEvent): void {
    event.preventDefault()
    const checked = checkDraft(NoteDraft, { text })
    setError(checked.errors?.text)
    if (checked.errors) field.current?.focus()
    else onSave(checked.value.text)
  }

  return (
    <form ref={form} onInput={onInput} onSubmit={submit} onKeyDown={discard.closeOnEscape}>
      <NoteField {...{ field, label, text, error }} onChange={setText} />
      <div className={styles.buttons}>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="primary">
          Save
        </Button>
      </div>
      {discard.question}
    </form>
  )
}
