import { type SyntheticEvent, useId, useRef, useState } from 'react'
import { countOf } from '#contract/format.ts'
import type { QueueRound, Reason } from '#contract/review/review.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { keepFocusWithin, useModal } from '#web/ui/overlay/use-modal.ts'
import styles from './bulk.module.css'
import { useDecideMany } from './desk.queries.ts'
import { ReasonChoice } from './reasons-form.tsx'
import { roundText } from './words.ts'

/** The server takes no more at once. */
export const BULK_MAX = 50

export type BulkState = 'approved' | 'changes' | 'rejected'

interface BulkBarProps {
  items: readonly QueueRound[]
  reasons: readonly Reason[]
  /** The decision whose dialog is open. */
  state: BulkState | undefined
  onState: (state: BulkState | undefined) => void
  onClear: () => void
  /** Called with the rounds that are decided. */
  onDecided: (ids: readonly string[]) => void
}

/** The decisions for the chosen items. A dialog names them before anything is sent. */
export function BulkBar({ items, reasons, state, onState, onClear, onDecided }: BulkBarProps) {
  return (
    <div className={styles.bar}>
      <p role="status">
        <b>{items.length} chosen</b>
        {items.length >= BULK_MAX && ` (at most ${BULK_MAX})`}
      </p>
      <Button size="sm" variant="primary" onClick={() => onState('approved')}>
        Approve…
      </Button>
      <Button size="sm" onClick={() => onState('changes')}>
        Request changes…
      </Button>
      <Button size="sm" onClick={() => onState('rejected')}>
        Reject…
      </Button>
      <Button size="sm" variant="ghost" onClick={onClear}>
        Clear
      </Button>
      {state && (
        <BulkDialog
          {...{ state, items, reasons }}
          onClose={() => onState(undefined)}
          onDecided={(ids) => {
            onState(undefined)
            onDecided(ids)
          }}
        />
      )}
    </div>
  )
}

const ACTIONS: Record<BulkState, string> = {
  approved: 'Approve',
  changes: 'Request changes to',
  rejected: 'Reject',
}

/** `Request changes to 3 items` */
export const bulkLabel = (state: BulkState, count: number): string =>
  `${ACTIONS[state]} ${countOf(count, 'item')}`

interface BulkDialogProps extends Pick<BulkBarProps, 'items' | 'reasons' | 'onDecided'> {
  state: BulkState
  onClose: () => void
}

function BulkDialog({ state, items, reasons, onClose, onDecided }: BulkDialogProps) {
  const id = useId()
  const cancel = useRef<HTMLButtonElement>(null)
  const dialog = useModal(cancel)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useDecideMany()
  const label = bulkLabel(state, items.length)
  const leave = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isPending) onClose()
  }

  function decide(): void {
    if (state !== 'approved' && chosen.length === 0) {
      setProblem('Choose a reason.')
      return
    }
    const titles = new Map(items.map(({ _id, playlist }) => [_id, playlist.title]))
    mutate(
      { ids: items.map(({ _id }) => _id), state, reasons: [...chosen] },
      {
        // The dialog is gone by then: what is decided leaves the queue first.
        onSaved: ({ decided, failed }) => {
          if (decided.length > 0) notify.success(`${decided.length} decided.`, { timeout: SCREEN_TOAST_MS })
          for (const { _id, message } of failed) {
            notify.error(`“${titles.get(_id)}” was not decided. ${message}`, { timeout: SCREEN_TOAST_MS })
          }
          onDecided(decided)
        },
        onError: ({ message }) => setProblem(message),
      },
    )
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={styles.dialog}
      closedby={isPending ? 'none' : 'closerequest'}
      onCancel={leave}
      onKeyDown={keepFocusWithin}
    >
      <h2 id={id}>{label}?</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, also for those without a mouse */}
      <ol className={styles.items} tabIndex={0} aria-label="Chosen items">
        {items.map((round) => (
          <li key={round._id}>
            <bdi>{round.playlist.title}</bdi>
            <span>
              {roundText(round)}, by <bdi>{round.teacher.username}</bdi>
            </span>
          </li>
        ))}
      </ol>
      {state !== 'approved' && (
        <fieldset className={styles.reasons}>
          <legend>The same reason for all</legend>
          {reasons.map(({ _id, text }) => (
            <ReasonChoice
              key={_id}
              checked={chosen.includes(_id)}
              onChange={() =>
                setChosen(chosen.includes(_id) ? chosen.filter((each) => each !== _id) : [...chosen, _id])
              }
            >
              {text}
            </ReasonChoice>
          ))}
        </fieldset>
      )}
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        <Button ref={cancel} onClick={leave}>
          Cancel
        </Button>
        <Button variant={state === 'rejected' ? 'danger' : 'primary'} busy={isPending} onClick={decide}>
          {label}
        </Button>
      </div>
    </dialog>
  )
}
