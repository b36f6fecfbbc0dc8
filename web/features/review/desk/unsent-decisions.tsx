import { useQuery } from '@tanstack/react-query'
import { useCall } from '#web/core/app-context.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import type { PendingDecision } from './decide.ts'
import styles from './decision-bar.module.css'
import { forgetDecision, useUnsentDecisions } from './decision-drafts.ts'
import { roundOf } from './desk.queries.ts'
import { isOpenRound } from './round-decision.ts'

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

/** Nothing is shown when the round is decided, because the decision did arrive or another admin has decided. */
function UnsentDecision({ decision, onSend }: UnsentDecisionProps) {
  const { data } = useQuery(roundOf(useCall(), decision.roundId))
  if (data === undefined || !isOpenRound(data)) return null
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
