import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef } from 'react'
import { CHECKLIST_FAILED } from '#contract/review/review-messages.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import type { Item } from '#web/features/catalog/versions/submission-state.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { formatSince } from '#web/ui/text/format.ts'
import styles from './before-submit.module.css'
import type { Check } from './checklist.ts'
import { waitingSentence } from './checklist.ts'
import { ChecklistRows } from './checklist-rows.tsx'
import { focusMain } from './focus-main.ts'
import { useSubmit, useWithdraw, waitingTimeOf } from './submission.queries.ts'

interface BeforeSubmitProps {
  item: Item
  /** Gets the errors of the last attempt, by field. */
  checksWith: (errors: Readonly<Record<string, string>> | undefined) => readonly Check[]
  /** `it`, or `them` for several videos. */
  what?: 'it' | 'them'
  /** A sentence before the one about the waiting time. */
  lead?: string | undefined
}

/** The checklist, and the button that submits (teaching.md, "Submit"). */
export function BeforeSubmit({ item, checksWith, what = 'it', lead }: BeforeSubmitProps) {
  const box = useRef<HTMLElement>(null)
  const submit = useSubmit(() => focusMain(box.current))
  const hint = useId()
  const waitingTime = useQuery(waitingTimeOf(useCall())).data
  const checks = checksWith(fieldErrors(submit.error))
  const failed = checks.some(({ result }) => result === 'failed')

  function press(): void {
    if (failed) {
      box.current?.querySelector<HTMLElement>('[data-result="failed"] a')?.focus()
      return
    }
    submit.mutate([item])
  }

  return (
    <Box
      ref={box}
      id="submit"
      title="Before you submit"
      aside={`${checks.filter(({ result }) => result === 'ok').length} of ${checks.length} done`}
    >
      <ChecklistRows checks={checks} />
      <div className={styles.foot}>
        <p>
          {lead !== undefined && `${lead} `}
          {waitingSentence(waitingTime, what)}
        </p>
        <Button
          variant="primary"
          busy={submit.isPending && 'Submitting...'}
          aria-disabled={failed || undefined}
          aria-describedby={failed ? hint : undefined}
          onClick={press}
        >
          Submit for review
        </Button>
        {failed && (
          <span className="sr" id={hint}>
            {CHECKLIST_FAILED}
          </span>
        )}
      </div>
    </Box>
  )
}

/** Something of the teacher that waits for an admin. */
export function InReview({ item }: { item: Item }) {
  const box = useRef<HTMLElement>(null)
  const withdraw = useWithdraw(() => focusMain(box.current))
  const since = item.revision?.submittedAt
  return (
    <Box ref={box} title={item.kind === 'playlist' ? 'In review' : 'Video in review'}>
      <div className={styles.foot}>
        <p>
          {since == null ? 'In review.' : `In review since ${formatSince(since)}.`} Changes you make now will
          be part of the review.
        </p>
        <Button busy={withdraw.isPending && 'Withdrawing...'} onClick={() => withdraw.mutate(item)}>
          Withdraw
        </Button>
      </div>
    </Box>
  )
}

interface BoxProps {
  ref: React.Ref<HTMLElement>
  id?: string
  title: string
  aside?: string
  children: ReactNode
}

function Box({ ref, id, title, aside, children }: BoxProps) {
  const heading = useId()
  return (
    <section ref={ref} id={id} className={styles.box} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}
