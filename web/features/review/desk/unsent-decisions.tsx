import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Round } from '#contract/review/rounds.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import type { PendingDecision } from './decide.ts'
import styles from './decision-bar.module.css'
import { forgetDecision, useUnsentDecisions } from './decision-drafts.ts'
import { roundOf } from './desk.queries.ts'
import { isOpenRound, versionsOf } from './round-decision.ts'

interface UnsentDecisionsProps {
  /** Whether the decision of this visit about it is still to be sent. */
  isPending: (roundId: string) => boolean
  onSend: (decision: PendingDecision) => void
}

/** The decisions that were lost with the browser in the seconds before they were sent. */
export function UnsentDecisions({ isPending, onSend }: UnsentDecisionsProps) {
  return useUnsentDecisions(isPending).map((decision) => (
    <UnsentDecision key={decision.roundId} decision={decision} onSend={onSend} />
  ))
}

interface UnsentDecisionProps {
  decision: PendingDecision
  onSend: (decision: PendingDecision) => void
}

/**
 * When what it is about does not wait any more, the decision did arrive, or another admin has decided or the teacher has changed it:
 * then the notes, reasons and message stay.
 */
function UnsentDecision({ decision, onSend }: UnsentDecisionProps) {
  const { data } = useQuery(roundOf(useCall(), decision.roundId))
  const adminId = useCurrentUser()?._id
  const isUnsent = data && stillWaits(data, decision)
  const hasArrived =
    data && versionsOf(data).some(({ decisions }) => decisions.at(-1)?.admin?._id === adminId)
  const forget = useEffectEvent(() => forgetDecision(decision, hasArrived === true))
  useEffect(() => {
    if (isUnsent === false) forget()
  }, [isUnsent])
  if (!isUnsent) return null
  return (
    <div className={styles.strip} role="alert">
      <p>Your decision on “{decision.title}” was not sent.</p>
      <Button size="sm" variant="primary" onClick={() => onSend(decision)}>
        Send
      </Button>
      <Button size="sm" variant="ghost" onClick={() => forgetDecision(decision, false)}>
        Discard
      </Button>
    </div>
  )
}

/** Whether everything that the admin saw waits. */
function stillWaits(round: Round, { body: { seen = [] } }: PendingDecision): boolean {
  const waiting = versionsOf(round).map(({ _id }) => _id)
  return isOpenRound(round) && seen.every((id) => waiting.includes(id))
}
