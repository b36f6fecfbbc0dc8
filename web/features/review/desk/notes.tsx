import { useEffect, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { formatTime } from '#contract/format.ts'
import { NoteText } from '#contract/learning/notes.ts'
import { SOMETHING_WENT_WRONG } from '#contract/messages.ts'
import { ReviewedField, type ReviewNote } from '#contract/review/review.ts'
import { FIELD_NAMES } from '#contract/review/reviewed-fields.ts'
import { useDraft } from '#web/core/drafts/use-draft.ts'
import { useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { textOf } from '#web/core/form-values.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { useDiscard } from '#web/ui/overlay/use-discard.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { DESK_NOTES } from './draft-kinds.ts'
import styles from './notes.module.css'

/** Where a note belongs: a second of the video or a field. */
type NotePlace = { atSeconds: number } | { field: ReviewedField }

/** A note that goes out with the decision. */
export interface UnsentNote {
  /** Tells the notes of one item apart. */
  key: number
  /** The revision of the video or item that the note is about. */
  revisionId: string
  place: NotePlace
  text: string
}

const NOTES = z.array(
  z.object({
    key: z.number(),
    revisionId: z.string(),
    place: z.union([z.object({ atSeconds: z.number() }), z.object({ field: ReviewedField })]),
    text: z.string(),
  }),
)

/** The notes of an item that go out with the decision, kept as a draft until then. */
export function useUnsentNotes(revisionId: string) {
  const draft = useDraft(DESK_NOTES, revisionId)
  const stored = (draft.typed ?? draft.restored)?.fields.notes
  return {
    notes: useMemo(() => notesIn(stored), [stored]),
    noteDraft: draft,
    setNotes(notes: readonly UnsentNote[]): void {
      if (notes.length === 0) draft.remove()
      else draft.write({ notes: JSON.stringify(notes) })
    },
  }
}

function notesIn(stored = '[]'): readonly UnsentNote[] {
  try {
    return NOTES.parse(JSON.parse(stored))
  } catch {
    // A former version of this page may have stored another shape.
    return []
  }
}

/** `At 3:12` or the name of the field. */
export const placeText = (place: NotePlace) =>
  'field' in place ? FIELD_NAMES[place.field] : `At ${formatTime(place.atSeconds)}`

export interface NotedPlace {
  value: string
  label: string
  /** The revision that gets a note about this place. */
  revisionId: string
  place: NotePlace
}

interface NoteFormProps {
  /** The first one is chosen at the start. */
  places: readonly NotedPlace[]
  /** The note that is changed. */
  note?: UnsentNote
  /** The id of the revision on the screen. */
  subject: string
  onSave: (note: Omit<UnsentNote, 'key'>) => void
  onClose: () => void
}

/** One note. Escape leaves it. */
export function NoteForm({ places, note, subject, onSave, onClose }: NoteFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft('review note', `${subject} ${note?.key ?? 'new'}`, {
    form,
    stored: { text: note?.text ?? '', place: places[0]?.value ?? '' },
  })
  const [errors, setErrors] = useState<FormErrors>()
  const own = places.find(({ place }) => note !== undefined && placeText(place) === placeText(note.place))
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])

  function save(data: FormData): void {
    const text = NoteText.safeParse(textOf(data, 'text'))
    const at = places.find(({ value }) => value === textOf(data, 'place')) ?? places[0]
    if (!text.success) setErrors({ text: text.error.issues[0]?.message ?? SOMETHING_WENT_WRONG })
    else if (at) {
      draft.remove()
      onSave({ place: at.place, revisionId: at.revisionId, text: text.data })
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
          options={places}
          defaultValue={draft.text('place', own?.value ?? places[0]?.value ?? '')}
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

interface NotesProps {
  unsent: readonly UnsentNote[]
  sent: readonly ReviewNote[]
  teacher: string
  onSeek: (seconds: number) => void
  onEdit: (note: UnsentNote) => void
  onRemove: (note: UnsentNote) => void
}

/** Own notes that are not sent yet, then those that the teacher has got. */
export function Notes({ unsent, sent, teacher, onSeek, onEdit, onRemove }: NotesProps) {
  if (unsent.length + sent.length === 0) return null
  return (
    <ul className={styles.notes} aria-label="Notes">
      {unsent.map((note) => (
        <li key={note.key} className={styles.note}>
          <Place place={note.place} onSeek={onSeek} />
          <div className={styles.words}>
            <p dir="auto">{note.text}</p>
            <small>Your note, not sent yet</small>
          </div>
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
        </li>
      ))}
      {sent.map((note) => (
        <SentNote key={note._id} note={note} teacher={teacher} onSeek={onSeek} />
      ))}
    </ul>
  )
}

function SentNote({ note, teacher, onSeek }: { note: ReviewNote } & Pick<NotesProps, 'teacher' | 'onSeek'>) {
  const { field, atSeconds, text, answer, resolvedAt, admin } = note
  const place = field === null ? { atSeconds: atSeconds ?? 0 } : { field }
  return (
    <li className={styles.note}>
      <Place place={place} onSeek={onSeek} />
      <div className={styles.words}>
        <p dir="auto">{text}</p>
        <small>
          <bdi>{admin?.username ?? 'An admin'}</bdi>
          {resolvedAt !== null && ` · ${teacher} marked it as done`}
        </small>
        {answer !== null && (
          <p className={styles.answer} dir="auto">
            <b>{teacher}:</b> {answer}
          </p>
        )}
      </div>
      {resolvedAt !== null && <Badge tone="approved">Done</Badge>}
    </li>
  )
}

function Place({ place, onSeek }: { place: NotePlace; onSeek: (seconds: number) => void }) {
  if ('field' in place) return <span className={styles.pin}>{placeText(place)}</span>
  return (
    <button type="button" className={styles.pin} onClick={() => onSeek(place.atSeconds)}>
      <Icon name="play" size="sm" />
      {placeText(place)}
    </button>
  )
}
