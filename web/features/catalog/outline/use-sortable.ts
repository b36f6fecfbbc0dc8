import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** A course by id, or a section by key. */
export interface Dragged {
  kind: 'course' | 'section'
  id: string
}

export type Edge = 'before' | 'after'

interface Sortable {
  self: Dragged
  element: RefObject<HTMLElement | null>
  /** Only this part of the element starts a drag. */
  handle: RefObject<HTMLElement | null>
  accepts: (dragged: Dragged) => boolean
  /** Nothing moves while the list is filtered. */
  isMovable: boolean
  onDrop: (dragged: Dragged, edge: Edge) => void
}

function draggedIn({ kind, id }: Record<string | symbol, unknown>): Dragged | undefined {
  return (kind === 'course' || kind === 'section') && typeof id === 'string' ? { kind, id } : undefined
}

const edgeIn = (data: Record<string | symbol, unknown>): Edge =>
  extractClosestEdge(data) === 'top' ? 'before' : 'after'

/** Makes an element draggable by its handle, and a place to drop others before or after it. Buttons and keys do the same. */
export function useSortable({ self, element, handle, accepts, isMovable, onDrop }: Sortable) {
  const [edge, setEdge] = useState<Edge>()
  const [isDragging, setIsDragging] = useState(false)
  const { kind, id } = self
  const canTake = useEffectEvent((data: Record<string | symbol, unknown>) => {
    const dragged = draggedIn(data)
    return dragged !== undefined && dragged.id !== id && accepts(dragged)
  })
  const take = useEffectEvent((data: Record<string | symbol, unknown>, at: Edge) => {
    const dragged = draggedIn(data)
    if (dragged) onDrop(dragged, at)
  })
  useEffect(() => {
    const [target, dragHandle] = [element.current, handle.current]
    if (!(target && dragHandle && isMovable)) return
    return combine(
      draggable({
        element: target,
        dragHandle,
        getInitialData: () => ({ kind, id }),
        onDragStart: () => setIsDragging(true),
        onDrop: () => setIsDragging(false),
      }),
      dropTargetForElements({
        element: target,
        canDrop: ({ source }) => canTake(source.data),
        getData: ({ input }) =>
          attachClosestEdge({ kind, id }, { input, element: target, allowedEdges: ['top', 'bottom'] }),
        onDragEnter: ({ self: { data } }) => setEdge(edgeIn(data)),
        onDrag: ({ self: { data } }) => setEdge(edgeIn(data)),
        onDragLeave: () => setEdge(undefined),
        onDrop: ({ source, self: { data } }) => {
          setEdge(undefined)
          take(source.data, edgeIn(data))
        },
      }),
    )
  }, [element, handle, kind, id, isMovable])
  return { edge, isDragging }
}

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
  if (by === undefined || !(target instanceof HTMLElement) || target.matches('input:not([type=checkbox])'))
    return undefined
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
