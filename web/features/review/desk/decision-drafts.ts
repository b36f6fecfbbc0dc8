import { useEffect, useState } from 'react'
import { z } from 'zod'
import { DecisionDraft } from '#contract/review/review.ts'
import type { Draft } from '#web/core/drafts/draft.ts'
import { currentDrafts, flushDrafts, removeDrafts, writeDraft } from '#web/core/drafts/drafts.ts'
import { useSelectedDrafts } from '#web/core/drafts/use-drafts.ts'
import type { PendingDecision } from './decide.ts'
import { DESK_ANSWER, DESK_NOTES } from './draft-kinds.ts'

const DECISION = 'decision'

const Stored = z.object({
  revisionId: z.string(),
  title: z.string(),
  text: z.string(),
  covers: z.array(z.string()),
  requests: z.array(z.object({ revisionId: z.string(), body: DecisionDraft })),
})

/** Stores a decision at once, because it is sent only after some seconds. */
export function keepDecision(user: string, decision: PendingDecision): void {
  const fields = { decision: JSON.stringify(decision) }
  const place = { user, kind: DECISION, subject: decision.revisionId, tab: DECISION }
  writeDraft({ ...place, fields, pictures: {}, at: Date.now() })
  flushDrafts()
}

/** Deletes a stored decision; when it was sent, the notes, reasons and message as well. */
export function forgetDecision({ revisionId }: PendingDecision, isSent: boolean): void {
  const kinds = isSent ? [DECISION, DESK_NOTES, DESK_ANSWER] : [DECISION]
  removeDrafts(currentDrafts().filter(({ kind, subject }) => subject === revisionId && kinds.includes(kind)))
}

/** The decisions of an earlier visit that were not sent, oldest first. */
export function useUnsentDecisions(isPending: (revisionId: string) => boolean): PendingDecision[] {
  const [openedAt] = useState(() => Date.now())
  const drafts = useSelectedDrafts((all) => all.filter(({ kind, at }) => kind === DECISION && at < openedAt))
  const unsent = drafts.flatMap(decisionOf).filter(({ revisionId }) => !isPending(revisionId))
  useEffect(() => removeUnreadable(drafts), [drafts])
  return unsent.toReversed()
}

/** A former version of this page may have stored another shape. */
function removeUnreadable(drafts: readonly Draft[]): void {
  removeDrafts(drafts.filter((draft) => decisionOf(draft).length === 0))
}

function decisionOf({ fields }: Draft): PendingDecision[] {
  try {
    return [Stored.parse(JSON.parse(fields.decision ?? ''))]
  } catch {
    return []
  }
}
