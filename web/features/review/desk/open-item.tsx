import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FullRevision, Reason } from '#contract/review/review.ts'
import { useDraft } from '#web/core/drafts/use-draft.ts'
import { useDraftSubjects } from '#web/core/drafts/use-drafts.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import type { BulkState } from './bulk.tsx'
import { Changes } from './changes.tsx'
import {
  approvalOf,
  approveLabel,
  openCourses,
  type PendingDecision,
  rejectionOf,
  videosApproval,
} from './decide.ts'
import { DecisionBar } from './decision-bar.tsx'
import { type DeskCommands, deskCommandOf, useKeyPresses } from './desk-keys.tsx'
import { DESK_ANSWER } from './draft-kinds.ts'
import { ItemHead, Outcome } from './item-head.tsx'
import { ItemVideo, placesOf, useShownVideo } from './item-video.tsx'
import { NoteForm, Notes, type UnsentNote, useUnsentNotes } from './notes.tsx'
import styles from './open-item.module.css'
import { CourseList, LastDecisions, OtherItems, Reports } from './rail.tsx'
import { ReasonsForm } from './reasons-form.tsx'
import { firstName, isWaiting, videoCount } from './words.ts'

/** `move`: by a decision, Undo or Skip. `click`: by a row of the queue, which keeps the focus. */
export type Arrival = 'move' | 'click'

export interface OpenItemProps {
  revision: FullRevision
  reasons: readonly Reason[]
  /** `You hold this until 11:02`, or who holds it, with a button. */
  claim: ReactNode
  /** How the admin came to this item; known once. */
  takeArrival: (revisionId: string) => Arrival | undefined
  /** The items that are chosen in the queue, if any: the decisions are about them. */
  bulk: { count: number; onDecide: (state: BulkState) => void } | undefined
  onDecide: (decision: PendingDecision) => void
  onSkip: () => void
  onUndo: () => void
  addressOf: (revisionId: string) => string
  /** A link to another item is clicked. */
  onOpen: (revisionId: string) => void
}

type Answer = 'changes' | 'rejected'
const ANSWERS: readonly Answer[] = ['changes', 'rejected']

/** One item with everything an admin needs to decide about it. Render it with the revision as key. */
export function OpenItem(props: OpenItemProps) {
  const { revision, reasons, bulk, onDecide } = props
  const { notes, noteDraft, setNotes } = useUnsentNotes(revision._id)
  const answerDraft = useDraft(DESK_ANSWER, revision._id)
  const [chosen, setAnswer] = useState<Answer>()
  const answer = chosen ?? ANSWERS.find((each) => each === answerDraft.restored?.fields.state)
  const [seconds, setSeconds] = useState(0)
  const shown = useShownVideo(revision)
  const { item, focusItem } = useArrival(() => props.takeArrival(revision._id))
  const editor = useNoteEditor({ notes, onNotes: setNotes, revisionId: revision._id }, focusItem)
  const seekRef = useRef<(seconds: number) => void>(null)
  const isOpen = isWaiting(revision.state)
  const teacher = firstName(revision.teacher.username)
  const commands: DeskCommands = {
    approve: () => (bulk ? bulk.onDecide('approved') : isOpen && onDecide(approvalOf(revision, notes))),
    requestChanges: () => (bulk ? bulk.onDecide('changes') : isOpen && setAnswer('changes')),
    reject: () => (bulk ? bulk.onDecide('rejected') : isOpen && setAnswer('rejected')),
    note: () => isOpen && editor.open(),
    skip: props.onSkip,
    undo: props.onUndo,
  }
  useDeskCommands(commands, answer === undefined && editor.form === undefined)

  return (
    <>
      <section ref={item} className={styles.item} aria-labelledby="item-title">
        <ItemHead revision={revision} claim={props.claim} />
        <Changes revision={revision} onPlay={(side) => shown.play(revision.subject._id, side)} />
        <ItemVideo
          {...{ revision, shown, notes, seconds, seekRef }}
          onNote={isOpen ? () => editor.open() : undefined}
          onTime={(at) => setSeconds(Math.floor(at))}
        />
        <div className={styles.notes}>
          {editor.form && (
            <NoteForm
              key={editor.form.note?.key ?? 'new'}
              places={placesOf(revision, shown, seconds)}
              note={editor.form.note}
              onSave={editor.save}
              subject={revision._id}
              onClose={editor.close}
            />
          )}
          <DraftLine draft={noteDraft} />
          <Notes
            unsent={notes}
            sent={revision.notes}
            teacher={teacher}
            onSeek={(at) => seekRef.current?.(at)}
            onEdit={editor.open}
            onRemove={editor.remove}
          />
        </div>
      </section>
      <Rail {...props} notes={notes} playing={shown.courseId} onPlay={(id) => shown.play(id, 'B')} />
      <div className={styles.bar}>
        {answer ? (
          <ReasonsForm
            key={`${answer} ${answerDraft.version}`}
            draft={answerDraft}
            {...{ reasons, teacher }}
            state={answer}
            notes={notes.length}
            onCancel={() => {
              answerDraft.remove()
              setAnswer(undefined)
              focusItem()
            }}
            onDecide={(body) => onDecide(rejectionOf(revision, notes, { state: answer, ...body }))}
          />
        ) : (
          <DecisionBar
            approveLabel={approveLabel(revision)}
            chosen={bulk?.count ?? 0}
            {...{ commands, isOpen }}
            instead={<Outcome revision={revision} />}
          />
        )}
      </div>
    </>
  )
}

interface RailProps extends Pick<OpenItemProps, 'revision' | 'onDecide' | 'addressOf' | 'onOpen'> {
  notes: readonly UnsentNote[]
  playing: string | undefined
  onPlay: (courseId: string) => void
}

function Rail({ revision, notes, onDecide, playing, onPlay, ...rest }: RailProps) {
  return (
    <div className={styles.rail}>
      <CourseList courses={revision.courses} playing={playing} onPlay={onPlay}>
        {mayApproveVideos(revision) && (
          <div className={styles.together}>
            <Button size="sm" block onClick={() => onDecide(videosApproval(revision, notes))}>
              <Icon name="checks" />
              Approve {videoCount(openCourses(revision).length)}
            </Button>
          </div>
        )}
      </CourseList>
      <LastDecisions revision={revision} />
      <Reports revision={revision} />
      <OtherItems revision={revision} addressOf={rest.addressOf} onOpen={rest.onOpen} />
    </div>
  )
}

/** Beside a video, when the playlist is online already. */
const mayApproveVideos = (revision: FullRevision) =>
  revision.subject.kind === 'course' &&
  isWaiting(revision.state) &&
  revision.subject.playlist.isPlaylistApproved === 'approved' &&
  openCourses(revision).length > 1

/** The keys of the desk, on the whole page. */
function useDeskCommands(commands: DeskCommands, enabled: boolean): void {
  useKeyPresses((event) => {
    const name = enabled ? deskCommandOf(event) : undefined
    if (name === undefined) return
    event.preventDefault()
    commands[name]()
  })
}

/**
 * An item begins at its top, also if the admin had scrolled down the queue. After a move its heading takes the focus from what
 * disappears.
 */
function useArrival(take: () => Arrival | undefined) {
  const item = useRef<HTMLElement>(null)
  const focusItem = () => item.current?.querySelector('h2')?.focus({ preventScroll: true })
  // After every render: a click on the row of the open item renders it again.
  useEffect(() => {
    const arrival = take()
    if (arrival === undefined) return
    if (arrival === 'move') focusItem()
    if ((item.current?.getBoundingClientRect().top ?? 0) < 0) item.current?.scrollIntoView()
  })
  return { item, focusItem }
}

/** The form for one note, new or changed. */
interface NoteEditorOptions {
  notes: readonly UnsentNote[]
  onNotes: (notes: readonly UnsentNote[]) => void
  revisionId: string
}

function useNoteEditor({ notes, onNotes, revisionId }: NoteEditorOptions, onClosed: () => void) {
  const [opened, setForm] = useState<{ note?: UnsentNote }>()
  const isKept = useDraftSubjects('review note').includes(`${revisionId} new`)
  const form = opened ?? (isKept ? {} : undefined)
  const close = () => {
    setForm(undefined)
    onClosed()
  }
  return {
    form,
    open: (note?: UnsentNote) => setForm({ note }),
    close,
    save(note: Omit<UnsentNote, 'key'>): void {
      const changed = form?.note?.key
      const key = changed ?? Math.max(0, ...notes.map((each) => each.key)) + 1
      const saved = { ...note, key }
      onNotes(
        changed === undefined ? [...notes, saved] : notes.map((each) => (each.key === key ? saved : each)),
      )
      close()
    },
    remove: ({ key }: UnsentNote) => onNotes(notes.filter((each) => each.key !== key)),
  }
}
