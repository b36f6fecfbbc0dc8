import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

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
  onDrop: (dragged: Dragged, edge: Edge) => void
}

function draggedIn({ kind, id }: Record<string | symbol, unknown>): Dragged | undefined {
  return (kind === 'course' || kind === 'section') && typeof id === 'string' ? { kind, id } : undefined
}

const edgeIn = (data: Record<string | symbol, unknown>): Edge =>
  extractClosestEdge(data) === 'top' ? 'before' : 'after'

/** Makes an element draggable by its handle, and a place to drop others before or after it. Buttons and keys do the same. */
export function useSortable({ self, element, handle, accepts, onDrop }: Sortable) {
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
    if (!(target && dragHandle)) return
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
  }, [element, handle, kind, id])
  return { edge, isDragging }
}
