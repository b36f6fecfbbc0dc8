import { useLayoutEffect, useRef, useState } from 'react'
import type { RowActions } from './course-row.tsx'

/** An object that stays the same and does what the newest actions do. */
export function useSameActions(actions: RowActions): RowActions {
  const newest = useRef(actions)
  useLayoutEffect(() => {
    newest.current = actions
  })
  const [same] = useState<RowActions>(() => ({
    select: (id) => newest.current.select(id),
    choose: (id, isRange) => newest.current.choose(id, isRange),
    step: (id, by) => newest.current.step(id, by),
    chooseSection: (id) => newest.current.chooseSection(id),
    rename: (id, title) => newest.current.rename(id, title),
    remove: (id) => newest.current.remove(id),
    drop: (id, dragged, edge) => newest.current.drop(id, dragged, edge),
  }))
  return same
}
