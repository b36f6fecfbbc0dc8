import { useId, useState } from 'react'
import { formatTime } from '#contract/format.ts'
import type { ReviewedField, ReviewNote, RevisionEntry, Subject } from '#contract/review/review.ts'
import { MESSAGE_MAX } from '#contract/review/review-limits.ts'
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
import { useAnswerNote, useWriteMessage } from './submission.queries.ts'

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
  const write = useWriteMessage()
  const draft = useDraft('message', note._id)
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
      <Conversation note={note} />
      {isWriting && (
        <MessageForm
          key={draft.version}
          draft={draft}
          busy={write.isPending}
          error={write.error instanceof Error ? write.error.message : undefined}
          onCancel={() => {
            draft.remove()
            setWriting(false)
          }}
          onSave={(text) =>
            write.mutate({ note, text }, { onSaved: draft.remove, onSuccess: () => setWriting(false) })
          }
        />
      )}
    </li>
  )
}

/** The messages; an answer that an older release has stored has none. */
function Conversation({ note: { messages, answer } }: { note: ReviewNote }) {
  if (messages.length === 0 && answer === null) return null
  if (messages.length === 0) {
    return (
      <p className={styles.answer}>
        <b>Your answer:</b> <span dir="auto">{answer}</span>
      </p>
    )
  }
  return (
    <ul className={styles.answer} aria-label="Conversation">
      {messages.map(({ _id, author, text }) => (
        <li key={_id}>
          <b>{author?.username ?? 'Deleted user'}:</b> <span dir="auto">{text}</span>
        </li>
      ))}
    </ul>
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

interface MessageFormProps {
  draft: DraftState
  busy: boolean
  error: string | undefined
  onCancel: () => void
  onSave: (text: string) => void
}

function MessageForm({ draft, busy, error, onCancel, onSave }: MessageFormProps) {
  const [text, setText] = useState(draft.restored?.fields.text ?? '')
  const id = useId()
  const discard = useDiscard({ isTyped: () => text !== '', onDiscard: onCancel })
  return (
    <form
      className={styles.explanation}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') onSave(text.trim())
      }}
      onKeyDown={discard.closeOnEscape}
    >
      <label htmlFor={id}>Your answer</label>
      <textarea
        id={id}
        rows={2}
        dir="auto"
        maxLength={MESSAGE_MAX}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: the user has just pressed Answer
        autoFocus
        onChange={({ target }) => {
          setText(target.value)
          draft.write({ text: target.value })
        }}
      />
      {error !== undefined && <p role="alert">{error}</p>}
      <div className={styles.acts}>
        <Button type="submit" size="sm" variant="primary" busy={busy && 'Sending...'}>
          Send
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
