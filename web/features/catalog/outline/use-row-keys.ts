import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Dragged } from './use-sortable.ts'

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }
const MENU = '[aria-haspopup="menu"]'

interface RowKey {
  row: Dragged
  /** The control with the focus, as a selector inside of the row. */
  control: string
  by: -1 | 1
}

/** The row that an Alt+arrow moves; nothing while a title is edited. */
function rowKeyOf({ altKey, key, target }: KeyboardEvent): RowKey | undefined {
  const by = altKey ? STEPS[key] : undefined
  if (by === undefined || !(target instanceof HTMLElement) || target.matches('input')) return undefined
  const { course, section } = target.closest<HTMLElement>('[data-course], [data-section]')?.dataset ?? {}
  const control = target.matches(MENU) ? MENU : `[data-control="${target.dataset.control ?? 'grip'}"]`
  if (course !== undefined) return { row: { kind: 'course', id: course }, control, by }
  return section === undefined ? undefined : { row: { kind: 'section', id: section }, control, by }
}

/**
 * Alt+arrows move the row with the focus. The row is rendered in another place then, so the focus follows to the same control
 * of it. `follow` does this for a move by the menu.
 */
export function useRowKeys(box: RefObject<HTMLElement | null>, move: (row: Dragged, by: -1 | 1) => void) {
  const focus = useRef<string>(undefined)
  function follow({ kind, id }: Dragged, control = MENU): void {
    focus.current = `[data-${kind}="${CSS.escape(id)}"] ${control}`
  }
  const keyed = useEffectEvent((event: KeyboardEvent) => {
    const found = rowKeyOf(event)
    if (!found) return
    event.preventDefault()
    follow(found.row, found.control)
    move(found.row, found.by)
  })
  useEffect(() => {
    const element = box.current
    element?.addEventListener('keydown', keyed)
    return () => element?.removeEventListener('keydown', keyed)
  }, [box])
  useLayoutEffect(() => {
    if (focus.current === undefined) return
    const element = box.current?.querySelector<HTMLElement>(focus.current)
    focus.current = undefined
    element?.focus()
  })
  return { follow }
}
