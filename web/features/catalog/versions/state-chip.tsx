import { Badge, type BadgeTone } from '#web/ui/feedback/badge.tsx'
import styles from './state-chip.module.css'
import { type Item, stateOf } from './submission-state.ts'

/** The words of a teacher's screens: both steps of a review are one. */
export const STATE_WORDS = {
  draft: 'Draft',
  submitted: 'In review',
  in_review: 'In review',
  changes: 'Changes requested',
  approved: 'Approved',
  rejected: 'Rejected',
  scheduled: 'Scheduled',
} as const

const WAITING_WORDS = {
  draft: 'New version: draft',
  withdrawn: 'New version: draft',
  submitted: 'New version in review',
  in_review: 'New version in review',
  changes: 'New version: changes requested',
  rejected: 'New version rejected',
  approved: undefined,
} as const

const WAITING_TONES = {
  draft: 'draft',
  withdrawn: 'draft',
  submitted: 'pending',
  in_review: 'processing',
  changes: 'cancel',
  rejected: 'cancel',
  approved: 'approved',
} as const satisfies Record<keyof typeof WAITING_WORDS, BadgeTone>

/** The state of a playlist or course as icon and words, and that of a version that waits beside the approved one. */
export function StateChip({ item }: { item: Item }) {
  const state = stateOf(item)
  const waiting = item.waiting?.state
  const waitingWord = waiting && WAITING_WORDS[waiting]
  return (
    <span className={styles.chips}>
      <Badge tone={state === 'draft' ? 'draft' : item.status}>{STATE_WORDS[state]}</Badge>
      {waiting && waitingWord && <Badge tone={WAITING_TONES[waiting]}>{waitingWord}</Badge>}
    </span>
  )
}
