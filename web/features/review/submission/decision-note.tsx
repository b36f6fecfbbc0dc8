import { useId, useState } from 'react'
import { formatTime } from '#contract/format.ts'
import type { ReviewedField, ReviewNote, RevisionEntry, Subject } from '#contract/review/review.ts'
import { FIELD_NAMES } from '#contract/review/reviewed-fields.ts'
import { type DraftState, useDraft } from '#web/core/drafts/use-draft.ts'
import { classNames } from '#web/ui/class-names.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import { useDiscard } from '#web/ui/overlay/use-discard.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './decision.module.css'
import { isSettled } from './returned.ts'
import { useAnswerNote } from './submission.queries.ts'

interface DecisionNoteProps {
  note: ReviewNote
  entry: RevisionEntry
  /** Where the note belongs, such as `3 Closures`. */
  place: string
  isCurrent: boolean
  onSeek: (seconds: number) => void
}

/** What an admin wants, and what the teacher has done about it. */
export function DecisionNote({ note, entry, place, isCurrent, onSeek }: DecisionNoteProps) {
  const answer = useAnswerNote()
  const [isOpen, setExplaining] = useState(false)
  const draft = useDraft('answer to note', note._id)
  const isExplaining = isOpen || draft.restored !== undefined
  const isDone = note.resolvedAt !== null
  return (
    <li className={classNames(styles.note, isSettled(note) && styles.settled)}>
      <Pin {...{ note, entry, isCurrent, onSeek }} />
      <p className={styles.text}>
        <span dir="auto">{note.text}</span>
        <small dir="auto">{place}</small>
      </p>
      <Acts
        note={note}
        busy={answer.isPending}
        isExplaining={isExplaining}
        onDone={() => answer.mutate({ note, done: !isDone })}
        onExplain={() => setExplaining(!isExplaining)}
      />
      {note.answer !== null && !isExplaining && (
        <p className={styles.answer}>
          <b>Your answer:</b> <span dir="auto">{note.answer}</span>{' '}
          <button type="button" className={styles.edit} onClick={() => setExplaining(true)}>
            Edit
          </button>
        </p>
      )}
      {isExplaining && (
        <Explanation
          key={draft.version}
          draft={draft}
          stored={note.answer ?? ''}
          busy={answer.isPending}
          onCancel={() => {
            draft.remove()
            setExplaining(false)
          }}
          onSave={(text) =>
            answer.mutate(
              { note, done: isDone, answer: text === '' ? null : text },
              { onSaved: draft.remove, onSuccess: () => setExplaining(false) },
            )
          }
        />
      )}
    </li>
  )
}

interface ActsProps {
  note: ReviewNote
  busy: boolean
  isExplaining: boolean
  onDone: () => void
  onExplain: () => void
}

function Acts({ note: { resolvedAt, answer }, busy, isExplaining, onDone, onExplain }: ActsProps) {
  const isDone = resolvedAt !== null
  const isExplained = answer !== null
  return (
    <div className={styles.acts}>
      <Button
        size="sm"
        variant={isDone ? 'done' : 'default'}
        aria-pressed={isDone}
        busy={busy}
        onClick={onDone}
      >
        {isDone && <Icon name="check" />}
        Done
      </Button>
      {!isDone && (
        <Button
          size="sm"
          variant={isExplained ? 'done' : 'ghost'}
          aria-expanded={isExplaining}
          onClick={onExplain}
        >
          {isExplained && <Icon name="message" />}
          {isExplained ? 'Explained' : 'Explain'}
        </Button>
      )}
    </div>
  )
}

type PinProps = Pick<DecisionNoteProps, 'note' | 'entry' | 'isCurrent' | 'onSeek'>

/** The second or the field that the note is about, as the way there. */
function Pin({ note: { atSeconds, field }, entry, isCurrent, onSeek }: PinProps) {
  if (atSeconds !== null) {
    return (
      <button
        type="button"
        className={styles.pin}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => onSeek(atSeconds)}
      >
        <Icon name="play" />
        At {formatTime(atSeconds)}
      </button>
    )
  }
  if (field === null) return null
  return (
    <Link className={styles.pin} to={fieldAddress(entry.subject, field)} viewTransition={false}>
      <Icon name="edit" />
      {FIELD_NAMES[field]}
    </Link>
  )
}

interface ExplanationProps {
  draft: DraftState
  stored: string
  busy: boolean
  onCancel: () => void
  onSave: (text: string) => void
}

function Explanation({ draft, stored, busy, onCancel, onSave }: ExplanationProps) {
  const [text, setText] = useState(draft.restored?.fields.text ?? stored)
  const id = useId()
  const discard = useDiscard({ isTyped: () => text !== stored, onDiscard: onCancel })
  return (
    <form
      className={styles.explanation}
      onSubmit={(event) => {
        event.preventDefault()
        onSave(text.trim())
      }}
      onKeyDown={discard.closeOnEscape}
    >
      <label htmlFor={id}>Your answer</label>
      <textarea
        id={id}
        rows={2}
        dir="auto"
        value={text}
        // biome-ignore lint/a11y/noAutofocus: the user has just pressed Explain
        autoFocus
        onChange={({ target }) => {
          setText(target.value)
          draft.write({ text: target.value })
        }}
      />
      <div className={styles.acts}>
        <Button type="submit" size="sm" variant="primary" busy={busy && 'Saving...'}>
          Save
        </Button>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <DraftLine draft={{ ...draft, discard: onCancel }} />
      </div>
      {discard.question}
    </form>
  )
}

type Kind = Subject['kind']

/** The name of the field in the edit form. */
function inputOf(field: ReviewedField, kind: Kind): string {
  if (field === 'video') return 'videoLink'
  if (field === 'title') return kind === 'playlist' ? 'title' : 'videoTitle'
  if (field === 'image') return kind === 'playlist' ? 'mainPlaylistImage' : 'tutorialImage'
  return field
}

/** The edit form with the focus in this field; for the titles of sections the build screen. */
function fieldAddress({ kind, _id, playlist }: Subject, field: ReviewedField): string {
  if (field === 'sections') return `/teacher-dashboard/build/${playlist._id}`
  const form =
    kind === 'playlist'
      ? `/teacher-dashboard/edit-playlist/${_id}`
      : `/teacher-dashboard/edit-course/${playlist._id}/${_id}`
  return `${form}?field=${inputOf(field, kind)}`
}
