import { useQuery } from '@tanstack/react-query'
import type { RevisionEntry } from '#contract/review/review.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { type Item, mayBeReturned } from '#web/features/catalog/versions/submission-state.ts'
import { isSentBack } from './returned.ts'
import { decidedOf } from './submission.queries.ts'

const NONE: RevisionEntry[] = []

/** The versions of these items that an admin has sent back and the teacher has not submitted again. */
export function useReturned(playlistId: string, items: readonly Item[]): RevisionEntry[] {
  const viewer = viewerKey(useCurrentUser())
  const candidates = items.filter(mayBeReturned)
  const { data } = useQuery(decidedOf(useCall(), viewer, { playlistId, items: candidates }))
  return candidates.length === 0 ? NONE : (data?.filter(isSentBack) ?? NONE)
}
