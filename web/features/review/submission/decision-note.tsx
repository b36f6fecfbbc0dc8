import { useState } from 'react'
import { formatTime } from '#contract/format.ts'
import type { ReviewedField, ReviewNote, RevisionEntry, Subject } from '#contract/review/review.ts'
import { FIELD_NAMES } from '#contract/review/reviewed-fields.ts'
import { useDraft } from '#web/core/drafts/use-draft.ts'
import { Conversation, MESSAGE_DRAFT, MessageForm } from '#web/features/review/conversation.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
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

/** What an admin wants, what the teacher has done about it, and what both have written. */
export function DecisionNote({ note, entry, place, isCurrent, onSeek }: DecisionNoteProps) {
  const answer = useAnswerNote()
  const { title, playlist } = entry.subject
  const draft = useDraft(MESSAGE_DRAFT, note._id, {
    place: { title, address: `/teacher-dashboard/build/${playlist._id}#notes` },
  })
  const [isOpen, setWriting] = useState(false)
  const isWriting = isOpen || draft.restored !== undefined
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
        isWriting={isWriting}
        onDone={() => answer.mutate({ note, done: !isDone })}
        onWrite={() => setWriting(!isWriting)}
      />
      <Conversation note={note} answerLabel="Your answer" />
      {isWriting && (
        <MessageForm
          key={draft.version}
          note={note}
          draft={draft}
          label="Your answer"
          onClose={() => setWriting(false)}
        />
      )}
    </li>
  )
}

interface ActsProps {
  note: ReviewNote
  busy: boolean
  isWriting: boolean
  onDone: () => void
  onWrite: () => void
}

function Acts({ note: { resolvedAt, answer }, busy, isWriting, onDone, onWrite }: ActsProps) {
  const isDone = resolvedAt !== null
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
      <Button size="sm" variant="ghost" aria-expanded={isWriting} onClick={onWrite}>
        <Icon name="message" />
        {answer === null ? 'Answer' : 'Reply'}
      </Button>
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
