import { Suspense } from 'react'
import { currentDrafts } from '#web/core/drafts/drafts.ts'
import type { DraftState } from '#web/core/drafts/use-draft.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { formatSince } from '#web/ui/text/format.ts'
import styles from './draft-line.module.css'

const LeavePrompt = lazyPart(async () => (await import('./leave-prompt.tsx')).LeavePrompt)

export type ShownDraft = Pick<
  DraftState,
  'restored' | 'typed' | 'other' | 'isRefused' | 'discard' | 'showOther'
>

const clockOf = ({ at }: { at: number }) => formatSince(new Date(at).toISOString())

/** Says that the input is kept in this browser, and whether another tab has a draft of the same. */
export function DraftLine({ draft }: { draft: ShownDraft }) {
  const { restored, typed, other, isRefused } = draft
  if (typed && isRefused) return <NothingKept mayLeave={() => !currentDrafts().includes(typed)} />
  return (
    <>
      {(restored || typed) && (
        <p className={styles.line}>
          {restored ? (
            <span>Your draft from {clockOf(restored)} is back.</span>
          ) : (
            <>
              <span>Draft kept</span>
              <span aria-hidden="true">·</span>
            </>
          )}
          <Button size="sm" variant="ghost" onClick={draft.discard}>
            Discard
          </Button>
        </p>
      )}
      {other && (
        <p className={styles.line}>
          <span>There is another draft from {clockOf(other)}.</span>
          <Button size="sm" variant="ghost" onClick={draft.showOther}>
            Show it
          </Button>
        </p>
      )}
    </>
  )
}

function NothingKept({ mayLeave }: { mayLeave: () => boolean }) {
  return (
    <>
      <p className={styles.line}>This browser keeps no drafts. Save before you leave.</p>
      <Suspense>
        <LeavePrompt mayLeave={mayLeave} text="What you typed will be lost." />
      </Suspense>
    </>
  )
}
