import { useQuery } from '@tanstack/react-query'
import type { ReviewEdits } from '#contract/review/review.ts'
import { useCall } from '#web/core/app-context.tsx'
import { type Item, savesDraft } from '#web/features/catalog/versions/submission-state.ts'
import { waitingTimeOf } from './submission.queries.ts'

const ALL_WAIT = 'Your changes show when an admin has approved them.'
const NOTES: Record<Item['kind'], Record<ReviewEdits, string>> = {
  playlist: {
    video: 'Your changes show at once. The status of the playlist stays as it is.',
    none: 'Your changes show at once. The status of the playlist stays as it is.',
    all: ALL_WAIT,
  },
  course: {
    video: 'Your changes show at once. A new video is reviewed again before it appears.',
    none: 'Your changes show at once.',
    all: ALL_WAIT,
  },
}

/** What happens with an edit of the item when it is saved. */
export function useEditNote(item: Item): string {
  const { data } = useQuery(waitingTimeOf(useCall()))
  if (savesDraft(item)) return 'Your changes are saved as a draft. Submit it when it is ready.'
  return NOTES[item.kind][data?.edits ?? 'video']
}
