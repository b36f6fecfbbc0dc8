import { type ReactNode, useId, useRef, useState } from 'react'
import type { ReviewedContent, ReviewNote, RevisionEntry } from '#contract/review/review.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { useHashFocus } from '#web/core/use-hash-focus.ts'
import { hasDraft, type Item } from '#web/features/catalog/versions/submission-state.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { LongText } from '#web/ui/text/long-text.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import styles from './decision.module.css'
import { DecisionNote } from './decision-note.tsx'
import { finalDecision, isSettled, type Summary, summaryOf } from './returned.ts'
import { useReturned, useSubmit } from './submission.queries.ts'
import { SubmissionFields, useSubmissionChoice } from './submission-choice.tsx'

/** A second of a video that an admin has noted something about. */
export interface NotedSecond {
  courseId: string
  seconds: number
  /** The version that the admin saw. */
  video: ReviewedContent['video']
  /** All noted seconds of this video. */
  marks: readonly number[]
  /** A new number for every press. */
  press: number
}

interface DecisionProps {
  playlistId: string
  /** The items that may have been sent back, in the order of their notes. */
  items: readonly Item[]
  /** The place of an item beside its notes, such as `3 Closures`. */
  placeOf: (item: Item) => string
  /** Moves the player of this page. Without it `player` renders one beside the notes. */
  onSeek?: (seconds: number) => void
  player?: (noted: NotedSecond) => ReactNode
}

/** What an admin wants changed, at the top of the playlist or course. Nothing if there is none. */
export function Decision({ playlistId, items, ...rest }: DecisionProps) {
  const entries = useReturned(playlistId, items)
  const ordered = items.flatMap(({ _id }) => entries.filter(({ subject }) => subject._id === _id))
  const summary = summaryOf(ordered)
  return summary ? <Panel summary={summary} entries={ordered} items={items} {...rest} /> : null
}

type PanelProps = Omit<DecisionProps, 'playlistId'> & { summary: Summary; entries: readonly RevisionEntry[] }

function Panel({ summary, entries, items, placeOf, onSeek, player }: PanelProps) {
  const { newest, reasons, messages, notes } = summary
  const heading = useId()
  const [noted, setNoted] = useState<NotedSecond | undefined>(() => firstNoted(notes))
  const [current, setCurrent] = useState<string>()
  const frame = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLElement>(null)
  useHashFocus('notes', box)

  function seek(note: ReviewNote, entry: RevisionEntry): void {
    setCurrent(note._id)
    if (onSeek) onSeek(note.atSeconds ?? 0)
    else setNoted({ ...notedOf(note, entry), press: (noted?.press ?? 0) + 1 })
    frame.current?.scrollIntoView({ block: 'nearest' })
  }
  const placeOfEntry = ({ subject }: RevisionEntry) => {
    const item = items.find(({ _id }) => _id === subject._id)
    return item ? placeOf(item) : subject.title
  }
  // If the playlist itself was sent back, its videos are not listed.
  const isOfCourses = entries.every(({ subject }) => subject.kind === 'course')
  const coursePlaces = isOfCourses ? entries.map(placeOfEntry) : []

  return (
    <section ref={box} className={styles.decision} aria-labelledby={heading}>
      <Head id={heading} entry={newest} places={items.length > 1 ? coursePlaces : []} />
      <div className={styles.body} data-framed={(player && noted !== undefined) || undefined}>
        <div className={styles.words}>
          {reasons.length > 0 && (
            <ul className={styles.reasons} aria-label="Reasons">
              {reasons.map(({ _id, text }) => (
                <li key={_id}>{text}</li>
              ))}
            </ul>
          )}
          {messages.map(({ text, admin, entry }) => (
            <div key={text} className={styles.message}>
              <LongText>{text}</LongText>
              <small>
                {[
                  admin === undefined ? undefined : `${admin}, admin`,
                  entries.length > 1 ? placeOfEntry(entry) : undefined,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </div>
          ))}
          {reasons.length === 0 && messages.length === 0 && notes.length === 0 && (
            <p className={styles.none}>The admin has given no reason.</p>
          )}
          {notes.length > 0 && (
            <ul className={styles.notes} aria-label="Notes">
              {notes.map(({ note, entry }) => (
                <DecisionNote
                  key={note._id}
                  note={note}
                  entry={entry}
                  place={placeOfEntry(entry)}
                  isCurrent={current === note._id}
                  onSeek={() => seek(note, entry)}
                />
              ))}
            </ul>
          )}
        </div>
        {player && noted && (
          <div ref={frame} className={styles.frame}>
            {player(noted)}
          </div>
        )}
      </div>
      <Again
        playlistId={newest.subject.playlist._id}
        notes={notes.map(({ note }) => note)}
        items={itemsToSubmit(items, entries)}
        videos={videosAlong(items, entries)}
      />
    </section>
  )
}

type NotesOf = Summary['notes']

/** The first noted second, so that the player shows the right video before a press. */
function firstNoted(notes: NotesOf): NotedSecond | undefined {
  const first = notes.find(({ note }) => note.atSeconds !== null)
  return first && { ...notedOf(first.note, first.entry), press: 0 }
}

function notedOf({ atSeconds }: ReviewNote, { subject, content, notes }: RevisionEntry) {
  const marks = notes.flatMap((note) => note.atSeconds ?? [])
  return { courseId: subject._id, seconds: atSeconds ?? 0, video: content.video, marks }
}

const isReturned = ({ _id }: Item, entries: readonly RevisionEntry[]) =>
  entries.some(({ subject }) => subject._id === _id)

/** A playlist takes the chosen videos along, so that they need no call of their own. */
function itemsToSubmit(items: readonly Item[], entries: readonly RevisionEntry[]): Item[] {
  const returned = items.filter((item) => isReturned(item, entries))
  const playlist = returned.find(({ kind }) => kind === 'playlist')
  return playlist ? [playlist] : returned
}

/** What was sent back with the playlist, and its drafts. */
function videosAlong(items: readonly Item[], entries: readonly RevisionEntry[]): Item[] {
  return items.filter((item) => item.kind === 'course' && (isReturned(item, entries) || hasDraft(item)))
}

interface HeadProps {
  id: string
  entry: RevisionEntry
  /** The videos that were sent back, where others are on the same screen. */
  places: readonly string[]
}

function Head({ id, entry, places }: HeadProps) {
  const { state, number, submittedAt, decidedAt, subject } = entry
  const decision = finalDecision(entry)
  const at = decision?.at ?? decidedAt
  const what = state === 'changes' ? 'Changes requested' : 'Rejected'
  const by = decision?.admin ? ` by ${decision.admin.username}` : ''
  const isOnline = subject.status === 'approved'
  return (
    <div className={styles.head}>
      <span className={styles.icon}>
        <Icon name={state === 'changes' ? 'message' : 'circle-x'} />
      </span>
      <div>
        <h2 id={id}>
          {what}
          {by}
          {at !== null && (
            <>
              {' '}
              on <RelativeTime at={at}>{formatDate(at)}</RelativeTime>
            </>
          )}
        </h2>
        {places.length > 0 && <p>{places.join(', ')}</p>}
        <p>
          Version {number}
          {submittedAt !== null && (
            <>
              , submitted <RelativeTime at={submittedAt} />
            </>
          )}{' '}
          ·{' '}
          {isOnline
            ? 'The approved version stays online.'
            : `Only you and admins can see this ${subject.kind} until it is approved.`}
        </p>
      </div>
    </div>
  )
}

interface AgainProps {
  playlistId: string
  notes: readonly ReviewNote[]
  /** What is submitted again. */
  items: readonly Item[]
  /** The videos that may go along with the playlist. */
  videos: readonly Item[]
}

/** How many notes are settled, what goes along, and the button that submits again when all notes are. */
function Again({ playlistId, notes, items, videos }: AgainProps) {
  const foot = useRef<HTMLDivElement>(null)
  const submit = useSubmit(foot)
  const fields = useSubmissionChoice(playlistId, videos)
  const hasPlaylist = items.some(({ kind }) => kind === 'playlist')
  const hint = useId()
  const button = useId()
  const settled = notes.filter(isSettled).length
  const left = notes.length - settled
  const leftSentence = `${left} ${left === 1 ? 'is' : 'are'} left.`
  const errors = Object.values(fieldErrors(submit.error) ?? {})

  function press(): void {
    if (left > 0) return
    const choice = hasPlaylist ? fields.choice : undefined
    submit.mutate({ items, choice }, { onSaved: fields.draft.remove })
  }

  return (
    <div ref={foot} className={styles.foot}>
      {notes.length > 0 && (
        <progress max={notes.length} value={settled} aria-hidden="true" className={styles.progress} />
      )}
      <p id={hint} role="status">
        {notes.length > 0 ? (
          <>
            <b>
              {settled} of {notes.length} notes
            </b>{' '}
            are done or answered. {left > 0 && leftSentence}
          </>
        ) : (
          'Make the changes, then submit again.'
        )}
      </p>
      {errors.length > 0 && (
        <ul className={styles.errors} role="alert">
          {errors.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {hasPlaylist && (
        <div className={styles.along}>
          <SubmissionFields videos={videos} sentBy={button} {...fields} />
        </div>
      )}
      <Button
        id={button}
        variant="primary"
        busy={submit.isPending && 'Submitting...'}
        aria-disabled={left > 0 || undefined}
        aria-describedby={left > 0 ? hint : undefined}
        onClick={press}
      >
        Submit again
      </Button>
    </div>
  )
}
