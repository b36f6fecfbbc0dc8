import { useState } from 'react'
import type { QueueItem } from '#contract/review/review.ts'
import { BULK_MAX, type BulkState } from '#web/features/review/desk/bulk.tsx'

/** The items that are ticked in the queue, and the decision about them whose dialog is open. */
export function useChosen(visible: readonly QueueItem[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [state, setState] = useState<BulkState>()
  const items = visible.filter(({ _id }) => ids.has(_id))
  return {
    ids,
    items,
    state,
    setState,
    choose(id: string, isChosen: boolean): void {
      const next = new Set(items.map(({ _id }) => _id))
      if (!isChosen) next.delete(id)
      else if (next.size < BULK_MAX) next.add(id)
      setIds(next)
    },
    clear: () => setIds(new Set()),
    remove: (decided: readonly string[]) => setIds(ids.difference(new Set(decided))),
  }
}
