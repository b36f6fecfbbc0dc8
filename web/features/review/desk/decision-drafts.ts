import { useEffect, useState } from 'react'
import { RoundDecision } from '#contract/review/rounds.ts'
import type { Draft } from '#web/core/drafts/draft.ts'
import { currentDrafts, flushDrafts, removeDrafts, writeDraft } from '#web/core/drafts/drafts.ts'
import { useDraftSubjects, useSelectedDrafts } from '#web/core/drafts/use-drafts.ts'
import type { PendingDecision } from './decide.ts'
import { DESK_ANSWER, DESK_NOTES } from './draft-kinds.ts'

const DECISION = 'decision'

/** Stores a decision at once, because it is sent only after some seconds. */
export function keepDecision(user: string, { playlistId, body, ...words }: PendingDecision): void {
  const fields = { ...words, body: JSON.stringify(body) }
  const place = { user, kind: DECISION, subject: playlistId, tab: DECISION }
  writeDraft({ ...place, fields, pictures: {}, at: Date.now() })
  flushDrafts()
}

/** Deletes a stored decision; when it was sent, the notes, reasons and message as well. */
export function forgetDecision({ playlistId }: PendingDecision, isSent: boolean): void {
  const kinds = isSent ? [DECISION, DESK_NOTES, DESK_ANSWER] : [DECISION]
  removeDrafts(currentDrafts().filter(({ kind, subject }) => subject === playlistId && kinds.includes(kind)))
}

/** Whether a decision about this playlist is stored. When it is forgotten, the other drafts may be gone as well. */
export const useHasDecision = (playlistId: string | undefined): boolean =>
  useDraftSubjects(DECISION).includes(playlistId ?? '')

/** The decisions of an earlier visit that were not sent, oldest first. */
export function useUnsentDecisions(isPending: (roundId: string) => boolean): PendingDecision[] {
  const [openedAt] = useState(() => Date.now())
  const drafts = useSelectedDrafts((all) => all.filter(({ kind, at }) => kind === DECISION && at < openedAt))
  const unsent = drafts.flatMap(decisionIn).filter(({ roundId }) => !isPending(roundId))
  useEffect(() => removeUnreadable(drafts), [drafts])
  return unsent.toReversed()
}

/** A former version of this page may have stored another shape. */
function removeUnreadable(drafts: readonly Draft[]): void {
  removeDrafts(drafts.filter((draft) => decisionIn(draft).length === 0))
}

function decisionIn({ subject, fields }: Draft): PendingDecision[] {
  const { roundId = '', title = '', text = '', body = '' } = fields
  try {
    return [{ roundId, playlistId: subject, title, text, body: RoundDecision.parse(JSON.parse(body)) }]
  } catch {
    return []
  }
}
