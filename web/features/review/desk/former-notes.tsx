import { useId, useState } from 'react'
import type { ReviewNote } from '#contract/review/review.ts'
import type { FormerRound, Round, RoundNote } from '#contract/review/rounds.ts'
import { useDraft } from '#web/core/drafts/use-draft.ts'
import { Conversation, MESSAGE_DRAFT, MessageForm } from '#web/features/review/conversation.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './notes.module.css'
import { Pin } from './notes.tsx'
import { placeIn, versionsOf } from './round-decision.ts'
import type { UnsentNotes } from './unsent-notes.ts'
import { firstName } from './words.ts'

type Seek = (courseId: string, seconds: number) => void

const placeOf = ({ field, atSeconds }: ReviewNote) =>
  field === null ? { atSeconds: atSeconds ?? 0 } : { field }

interface SentNotesProps {
  round: Round
  onSeek: Seek
}

/** The notes about the versions on the screen that are stored already. */
export function SentNotes({ round, onSeek }: SentNotesProps) {
  const notes = versionsOf(round).flatMap((version) =>
    version.notes.map((note) => ({ note, version, place: placeIn(round, version) })),
  )
  const teacher = firstName(round.teacher.username)
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes} aria-label="Sent notes">
      {notes.map(({ note, version, place }) => (
        <li key={note._id} className={styles.note}>
          <Pin place={placeOf(note)} onSeek={(at) => onSeek(version.subject._id, at)} />
          <div className={styles.words}>
            <p dir="auto">{note.text}</p>
            <small>
              {[place === '' ? 'Playlist' : place, note.admin?.username ?? 'An admin'].join(' · ')}
            </small>
          </div>
          <NoteState note={note} teacher={teacher} />
          <Conversation note={note} answerLabel={teacher} />
        </li>
      ))}
    </ul>
  )
}

/** What the teacher has done about a note: `Marta marked it done`. */
function NoteState({ note: { resolvedAt, answer }, teacher }: { note: ReviewNote; teacher: string }) {
  if (resolvedAt !== null) return <Badge tone="approved">{`${teacher} marked it done`}</Badge>
  return answer === null ? null : <Badge tone="processing">Answered</Badge>
}

interface FormerNotesProps {
  round: Round
  unsent: UnsentNotes
  /** There is something to decide. */
  isOpen: boolean
  onSeek: Seek
}

/** What was noted in the rounds before, what the teacher has done about it, and what both have written. */
export function FormerNotes({ round, unsent, isOpen, onSeek }: FormerNotesProps) {
  const heading = useId()
  const notes = round.rounds.flatMap((former) => former.notes.map((note) => ({ note, former })))
  if (notes.length === 0) return null
  const done = notes.filter(({ note }) => note.resolvedAt !== null).length
  const answered = notes.filter(({ note }) => note.resolvedAt === null && note.answer !== null).length
  return (
    <section aria-labelledby={heading} className={styles.former}>
      <div className={styles.head}>
        <h3 id={heading}>Notes of the former rounds</h3>
        <span>
          {notes.length}: {done} done, {answered} answered
        </span>
      </div>
      <ul className={styles.notes}>
        {notes.map(({ note, former }, at) => (
          <FormerNote
            key={note._id}
            {...{ round, former, note, unsent, isOpen, onSeek }}
            isNewest={!notes.slice(0, at).some((later) => isSameConversation(later.note, note))}
          />
        ))}
      </ul>
    </section>
  )
}

const firstOf = ({ _id, carriedFrom }: ReviewNote) => carriedFrom ?? _id

const isSameConversation = (one: ReviewNote, other: ReviewNote) => firstOf(one) === firstOf(other)

interface FormerNoteProps extends FormerNotesProps {
  former: FormerRound
  note: RoundNote
  /** Of its conversation, which is shown once. */
  isNewest: boolean
}

function FormerNote({ round, former, note, unsent, isOpen, onSeek, isNewest }: FormerNoteProps) {
  const teacher = firstName(round.teacher.username)
  const draft = useDraft(MESSAGE_DRAFT, note._id)
  const [isWriting, setWriting] = useState(false)
  const { subject, text, admin } = note
  const isWaiting = versionsOf(round).some((version) => version.subject._id === subject._id)
  const asked = unsent.notes.find(({ carriedFrom }) => carriedFrom === note._id)
  const isFormOpen = isWriting || draft.restored !== undefined

  function toggle(): void {
    if (asked) unsent.remove(asked)
    else unsent.add({ itemId: subject._id, ...placeOf(note), text, carriedFrom: note._id })
  }

  return (
    <li className={styles.note}>
      <Pin place={placeOf(note)} onSeek={(at) => onSeek(subject._id, at)} />
      <div className={styles.words}>
        <p dir="auto">{text}</p>
        <small>
          {placeIn(round, note) || 'Playlist'} · <bdi>{admin?.username ?? 'An admin'}</bdi>, round{' '}
          {former.number}
        </small>
      </div>
      <div className={styles.actions}>
        <NoteState note={note} teacher={teacher} />
        {isOpen && isNewest && (
          <>
            <Button
              size="sm"
              variant="ghost"
              aria-expanded={isFormOpen}
              aria-label={`Reply: ${text}`}
              onClick={() => setWriting(!isWriting)}
            >
              <Icon name="message" />
              Reply
            </Button>
            {isWaiting && (
              <Button
                size="sm"
                variant={asked ? 'done' : 'default'}
                aria-pressed={asked !== undefined}
                aria-label={`Ask again: ${text}`}
                onClick={toggle}
              >
                Ask again
              </Button>
            )}
          </>
        )}
      </div>
      {isNewest && <Conversation note={note} answerLabel={teacher} />}
      {isFormOpen && (
        <MessageForm
          key={draft.version}
          note={note}
          draft={draft}
          label={`Reply to ${teacher}`}
          onClose={() => setWriting(false)}
        />
      )}
    </li>
  )
}
