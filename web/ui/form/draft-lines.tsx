import { currentDrafts } from '#web/core/drafts/drafts.ts'
import type { ShownDraft } from '#web/core/drafts/use-draft.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { formatSince } from '#web/ui/text/format.ts'
import styles from './draft-lines.module.css'
import { LeavePrompt } from './leave-prompt.tsx'

const clockOf = ({ at }: { at: number }) => formatSince(new Date(at).toISOString())

/** The text of `DraftLine`. */
export function DraftLines({ draft }: { draft: ShownDraft }) {
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
      <LeavePrompt mayLeave={mayLeave} text="What you typed will be lost." />
    </>
  )
}
