import type { RefObject } from 'react'
import type { Move, movesFrom } from './moves.ts'
import { placeOf } from './order.ts'
import type { Outline } from './use-outline.ts'
import { type Dragged, useRowKeys } from './use-sortable.ts'

interface Movable {
  box: RefObject<HTMLElement | null>
  outline: Outline
  moves: ReturnType<typeof movesFrom>
  isMovable: boolean
  /** Called with the section to which a course moves by a step or a choice, so that it stays in sight. */
  onMoved: (section: string | undefined) => void
}

/** Moves rows by Alt+arrows and by menus; the focus follows the row. */
export function useMoves({ box, outline, moves, isMovable, onMoved }: Movable) {
  function make(move: Move | undefined, courseId?: string): void {
    if (!move) return
    if (courseId !== undefined) onMoved(placeOf(move[0], courseId)?.section)
    outline.change(...move)
  }
  const stepped = (row: Dragged, by: -1 | 1) => (isMovable ? moves.step(row, by) : undefined)
  const courseOf = ({ kind, id }: Dragged) => (kind === 'course' ? id : undefined)
  const { follow } = useRowKeys(box, (row, by) => make(stepped(row, by), courseOf(row)))

  /** A menu closes before its action runs; the focus then follows the row. */
  function stepOf(row: Dragged, by: -1 | 1) {
    const move = stepped(row, by)
    if (!move) return
    return () => {
      follow(row)
      make(move, courseOf(row))
    }
  }
  return { make, stepOf, follow }
}
