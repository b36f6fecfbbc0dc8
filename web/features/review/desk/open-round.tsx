import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { DecisionState } from '#contract/review/decisions.ts'
import type { Reason } from '#contract/review/review.ts'
import type { Round } from '#contract/review/rounds.ts'
import { useDraft } from '#web/core/drafts/use-draft.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import type { BulkState } from './bulk.tsx'
import { Changes } from './changes.tsx'
import { type View, viewsOf } from './compare.ts'
import type { PendingDecision } from './decide.ts'
import { DecisionBar } from './decision-bar.tsx'
import { type DeskCommands, deskCommandOf, useKeyPresses } from './desk-keys.tsx'
import { DESK_ANSWER } from './draft-kinds.ts'
import { FormerNotes, SentNotes } from './former-notes.tsx'
import { ItemHead, Outcome } from './item-head.tsx'
import { ItemVideo, placesOf, type ShownVideo, useShownVideo } from './item-video.tsx'
import { NoteForm, UnsentNotesList } from './notes.tsx'
import styles from './open-round.module.css'
import { Rail } from './rail.tsx'
import { ReasonsForm } from './reasons-form.tsx'
import { approveLabel, decisionOf, isOpenRound, sendsBack, versionsOf } from './round-decision.ts'
import { type UnsentNotes, useUnsentNotes } from './unsent-notes.ts'
import { useNoteEditor } from './use-note-editor.ts'
import { firstName } from './words.ts'

/** `move`: by a decision, Undo or Skip. `click`: by a row of the queue, which keeps the focus. */
export type Arrival = 'move' | 'click'

export interface OpenRoundProps {
  round: Round
  reasons: readonly Reason[]
  /** `You hold this until 11:02`, or who holds it, with a button. */
  claim: ReactNode
  /** How the admin came to this round; known once. */
  takeArrival: () => Arrival | undefined
  /** The rounds that are chosen in the queue, if any: the decisions are about them. */
  bulk: { count: number; onDecide: (state: BulkState) => void } | undefined
  onDecide: (decision: PendingDecision) => void
  onSkip: () => void
  onUndo: () => void
  /** A link to another item is clicked. */
  onOpen: (id: string) => void
}

const ANSWERS: readonly DecisionState[] = ['approved', 'changes', 'rejected']

/** One round with everything an admin needs to decide about it. Render it with the id of the round as key. */
export function OpenRound(props: OpenRoundProps) {
  const { round, reasons, bulk, onDecide } = props
  const unsent = useUnsentNotes(round.subject._id)
  const answerDraft = useDraft(DESK_ANSWER, round.subject._id)
  const [chosen, setAnswer] = useState<DecisionState>()
  const isOpen = isOpenRound(round)
  const kept = ANSWERS.find((each) => each === answerDraft.restored?.fields.state)
  const answer = isOpen ? (chosen ?? kept) : undefined
  const [seconds, setSeconds] = useState(0)
  const views = viewsOf(round)
  const [wanted, setView] = useState<View>()
  const view = views.find(({ value }) => value === wanted)?.value ?? views[0].value
  const shown = useShownVideo(round, view)
  const { item, focusItem } = useArrival(props.takeArrival)
  const editor = useNoteEditor(round.subject._id, unsent, focusItem)
  const teacher = firstName(round.teacher.username)
  const approve = () =>
    sendsBack(unsent) ? setAnswer('approved') : onDecide(decisionOf(round, { state: 'approved' }, unsent))
  const commands: DeskCommands = {
    approve: () => (bulk ? bulk.onDecide('approved') : isOpen && approve()),
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
        <ItemHead round={round} claim={props.claim} />
        <ChangedMeanwhile round={round} />
        <Changes {...{ round, views, view }} onView={setView} onPlay={shown.play} />
        <ItemVideo
          {...{ round, shown, seconds }}
          notes={unsent.notes}
          onNote={isOpen ? () => editor.open() : undefined}
          onTime={(at) => setSeconds(Math.floor(at))}
        />
        <OwnNotes {...{ round, unsent, editor, shown, seconds }} />
        <FormerNotes {...{ round, unsent, isOpen }} onSeek={shown.seek} />
      </section>
      <Rail {...props} {...{ unsent, view, isOpen }} playing={shown.courseId} onPlay={shown.play} />
      <div className={styles.bar}>
        {answer ? (
          <ReasonsForm
            key={`${answer} ${answerDraft.version}`}
            draft={answerDraft}
            {...{ reasons, teacher }}
            state={answer}
            approveLabel={approveLabel(round, unsent.own)}
            notes={unsent.notes.length}
            onCancel={() => {
              answerDraft.remove()
              setAnswer(undefined)
              focusItem()
            }}
            onDecide={(body) => onDecide(decisionOf(round, { state: answer, ...body }, unsent))}
          />
        ) : (
          <DecisionBar
            approveLabel={approveLabel(round, unsent.own)}
            chosen={bulk?.count ?? 0}
            {...{ commands, isOpen }}
            instead={<Outcome round={round} />}
          />
        )}
      </div>
    </>
  )
}

interface OwnNotesProps {
  round: Round
  unsent: UnsentNotes
  editor: ReturnType<typeof useNoteEditor>
  shown: ShownVideo
  /** Where the player is. */
  seconds: number
}

/** The notes about what waits, and the form for one. */
function OwnNotes({ round, unsent, editor, shown, seconds }: OwnNotesProps) {
  const { form } = editor
  return (
    <div className={styles.notes}>
      {form && (
        <NoteForm
          key={form.note?.key ?? 'new'}
          places={placesOf(round, shown, seconds)}
          note={form.note}
          onSave={editor.save}
          subject={round.subject._id}
          onClose={editor.close}
        />
      )}
      <DraftLine draft={unsent.draft} />
      <UnsentNotesList
        round={round}
        notes={unsent.notes}
        isWriting={form !== undefined}
        onSeek={shown.seek}
        onEdit={editor.open}
        onRemove={unsent.remove}
      />
      <SentNotes round={round} onSeek={shown.seek} />
    </div>
  )
}

/** Tells the admin that the teacher has changed the versions since the admin opened them. */
function ChangedMeanwhile({ round }: { round: Round }) {
  const ids = versionsOf(round).map(({ _id }) => _id)
  const [opened] = useState(ids)
  if (ids.every((id) => opened.includes(id))) return null
  return (
    <p className={styles.changed} role="status">
      {firstName(round.teacher.username)} has changed this since you opened it.
    </p>
  )
}

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
 * A round begins at its top, also if the admin had scrolled down the queue. After a move its heading takes the focus from what
 * disappears.
 */
function useArrival(take: () => Arrival | undefined) {
  const item = useRef<HTMLElement>(null)
  const focusItem = () => item.current?.querySelector('h2')?.focus({ preventScroll: true })
  // After every render: a click on the row of the open round renders it again.
  useEffect(() => {
    const arrival = take()
    if (arrival === undefined) return
    if (arrival === 'move') focusItem()
    if ((item.current?.getBoundingClientRect().top ?? 0) < 0) item.current?.scrollIntoView()
  })
  return { item, focusItem }
}
