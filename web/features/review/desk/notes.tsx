import { useEffect, useRef, useState } from 'react'
import { formatTime } from '#contract/format.ts'
import { NoteText } from '#contract/learning/notes.ts'
import { SOMETHING_WENT_WRONG } from '#contract/messages.ts'
import { FIELD_NAMES } from '#contract/review/reviewed-fields.ts'
import type { Round, UnsentNote } from '#contract/review/rounds.ts'
import { useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { textOf } from '#web/core/form-values.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { useDiscard } from '#web/ui/overlay/use-discard.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { NEW_NOTE, NOTE_DRAFT } from './draft-kinds.ts'
import styles from './notes.module.css'
import { placeIn, versionsOf } from './round-decision.ts'

type NotePlace = Pick<UnsentNote, 'field' | 'atSeconds'>

/** `At 3:12` or the name of the field. */
const placeText = ({ field, atSeconds = 0 }: NotePlace) =>
  field === undefined ? `At ${formatTime(atSeconds)}` : FIELD_NAMES[field]

export interface NotedPlace {
  value: string
  label: string
  place: NotePlace & Pick<UnsentNote, 'itemId'>
}

interface NoteFormProps {
  /** The first one is chosen at the start, unless a note is changed. */
  places: readonly NotedPlace[]
  /** The note that is changed. */
  note?: UnsentNote
  /** The id of the playlist. */
  subject: string
  onSave: (note: Omit<UnsentNote, 'key'>) => void
  onClose: () => void
}

/** One note. Escape leaves it. */
export function NoteForm({ places, note, subject, onSave, onClose }: NoteFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const offered = note === undefined ? places : [placeOf(note, places), ...others(note, places)]
  const draft = useFormDraft(NOTE_DRAFT, `${subject} ${note?.key ?? NEW_NOTE}`, {
    form,
    stored: { text: note?.text ?? '', place: offered[0]?.value ?? '' },
  })
  const [errors, setErrors] = useState<FormErrors>()
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])

  function save(data: FormData): void {
    const text = NoteText.safeParse(textOf(data, 'text'))
    const at = offered.find(({ value }) => value === textOf(data, 'place')) ?? offered[0]
    if (!text.success) setErrors({ text: text.error.issues[0]?.message ?? SOMETHING_WENT_WRONG })
    else if (at) {
      draft.remove()
      onSave({ ...at.place, text: text.data })
    }
  }

  function cancel(): void {
    draft.remove()
    onClose()
  }

  const discard = useDiscard({
    isTyped: () => form.current !== null && textOf(new FormData(form.current), 'text') !== (note?.text ?? ''),
    onDiscard: cancel,
  })

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the form inside
    <div className={styles.form} onKeyDown={discard.closeOnEscape}>
      <Form
        key={draft.version}
        ref={form}
        errors={errors}
        aria-label="Write a note"
        onChange={draft.store}
        onSubmit={save}
      >
        <SelectField
          name="place"
          label="About"
          options={offered}
          defaultValue={draft.text('place', offered[0]?.value ?? '')}
        />
        <TextAreaField
          name="text"
          label="Note"
          required
          rows={2}
          defaultValue={draft.text('text', note?.text ?? '')}
        />
        <DraftLine draft={draft} />
        <div className={styles.buttons}>
          <Button variant="ghost" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" variant="primary">
            {note ? 'Save note' : 'Add note'}
          </Button>
        </div>
      </Form>
      {discard.question}
    </div>
  )
}

const isAbout = (note: UnsentNote, { place }: NotedPlace) =>
  place.itemId === note.itemId && placeText(place) === placeText(note)

/** The place of the note itself, also when the player is at another one by now. */
function placeOf(note: UnsentNote, places: readonly NotedPlace[]): NotedPlace {
  const { itemId, field, atSeconds } = note
  const place = { itemId, field, atSeconds }
  return places.find((each) => isAbout(note, each)) ?? { value: 'own', label: placeText(note), place }
}

const others = (note: UnsentNote, places: readonly NotedPlace[]) =>
  places.filter((each) => !isAbout(note, each))

interface UnsentNotesListProps {
  round: Round
  notes: readonly UnsentNote[]
  /** A note is being written. */
  isWriting: boolean
  onSeek: (courseId: string, seconds: number) => void
  onEdit: (note: UnsentNote) => void
  onRemove: (note: UnsentNote) => void
}

/** Own notes that are not sent yet. */
export function UnsentNotesList({ round, notes, isWriting, onSeek, onEdit, onRemove }: UnsentNotesListProps) {
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes} aria-label="Notes">
      {notes.map((note) => (
        <li key={note.key} className={styles.note}>
          <Pin place={note} onSeek={(at) => onSeek(note.itemId, at)} />
          <div className={styles.words}>
            <p dir="auto">{note.text}</p>
            <small>{unsentText(round, note)}</small>
          </div>
          {!isWriting && (
            <div className={styles.actions}>
              <IconButton
                icon="edit"
                size="sm"
                label={`Change note: ${note.text}`}
                onClick={() => onEdit(note)}
              />
              <IconButton
                icon="trash"
                size="sm"
                tone="danger"
                label={`Delete note: ${note.text}`}
                onClick={() => onRemove(note)}
              />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** `3 Closures · Asked again · Your note, not sent yet` */
function unsentText(round: Round, { itemId, carriedFrom }: UnsentNote): string {
  const version = versionsOf(round).find(({ subject }) => subject._id === itemId)
  if (!version) return 'Your note. It is about something that is not in this round and is not sent.'
  const place = placeIn(round, version)
  return [
    ...(place === '' ? [] : [place]),
    ...(carriedFrom === undefined ? [] : ['Asked again']),
    'Your note, not sent yet',
  ].join(' · ')
}

/** Where a note belongs; a second is a way there. */
export function Pin({ place, onSeek }: { place: NotePlace; onSeek: (seconds: number) => void }) {
  const { atSeconds } = place
  if (atSeconds === undefined) return <span className={styles.pin}>{placeText(place)}</span>
  return (
    <button type="button" className={styles.pin} onClick={() => onSeek(atSeconds)}>
      <Icon name="play" size="sm" />
      {placeText(place)}
    </button>
  )
}
