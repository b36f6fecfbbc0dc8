import { useId, useState } from 'react'
import { APPROVAL_STATUSES, type Status } from '#contract/catalog/status-values.ts'
import type { RevisionRef } from '#contract/review/revisions.ts'
import { useDraft } from '#web/core/drafts/use-draft.ts'
import { textOf } from '#web/core/form-values.ts'
import { isWaiting } from '#web/features/review/desk/words.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import type { Rejection } from './approval.queries.ts'
import styles from './status-form.module.css'

const MEANINGS: Record<Status, string> = {
  pending: 'Waiting for a first look.',
  processing: 'A reviewer is checking it.',
  approved: 'Visible to everyone on the public pages.',
  cancel: 'Rejected. Stays hidden from the public pages.',
}

const OPTIONS = APPROVAL_STATUSES.map((value) => ({ value, label: value, help: MEANINGS[value] }))

interface StatusFormProps {
  /** The id of the item. */
  subject: string
  status: Status
  /** The version that waits beside the approved one on the screen. */
  waiting: RevisionRef | undefined
  busy: boolean
  rejection: Rejection | undefined
  /** Loads the current version. */
  onReload: () => unknown
  /** With the reason of a rejection, which may be empty. Calls `onSaved` when the server has saved both. */
  onUpdate: (status: Status, reason: string, onSaved: () => void) => void
}

/** Any of the four statuses from any of them. A rejection can have a reason. */
export function StatusForm({ subject, status, waiting, busy, rejection, ...on }: StatusFormProps) {
  const draft = useDraft('rejection', subject)
  const [picked, setPicked] = useState<Status>()
  const chosen = picked ?? (draft.restored ? 'cancel' : status)
  const [received, setReceived] = useState(status)
  const heading = useId()
  if (received !== status) {
    setReceived(status)
    setPicked(undefined)
  }
  return (
    <form
      className={styles.form}
      aria-labelledby={heading}
      onSubmit={(event) => {
        event.preventDefault()
        if (busy) return
        on.onUpdate(chosen, textOf(new FormData(event.currentTarget), 'reason').trim(), draft.remove)
      }}
    >
      <div className={styles.head}>
        <h2 id={heading}>Status</h2>
        <Badge tone={status} />
      </div>
      <RadioCards
        name="status"
        legend="Choose a status"
        hideLegend
        options={OPTIONS}
        value={chosen}
        onChange={setPicked}
      />
      {waiting && isWaiting(waiting.state) && (
        <p className={styles.waiting}>
          A new version waits.{' '}
          <TextLink to={`/admin/review?item=${waiting._id}`} inline>
            Review it
          </TextLink>
        </p>
      )}
      {chosen === 'cancel' && (
        <div>
          <TextAreaField
            key={draft.version}
            name="reason"
            label="Reason"
            rows={3}
            help="Optional. The teacher reads this."
            defaultValue={draft.restored?.fields.reason}
            onChange={(reason) => (reason === '' ? draft.remove() : draft.write({ reason }))}
          />
          <DraftLine draft={draft} />
        </div>
      )}
      {rejection && (
        <div className={styles.rejected} role="alert">
          <p>{rejection.message}</p>
          {rejection.isChanged && (
            <Button
              onClick={({ currentTarget }) => {
                // The button disappears when the new version arrives, so the focus moves to the top of the screen.
                currentTarget.closest('main')?.focus({ preventScroll: true })
                on.onReload()
              }}
            >
              Look again
            </Button>
          )}
        </div>
      )}
      <Button type="submit" variant="primary" size="lg" block busy={busy}>
        Update Status
      </Button>
    </form>
  )
}
