import { useState } from 'react'
import type { Course } from '#contract/catalog/courses.ts'
import { type Cells, cellKey, changesOf, FIELDS, storedText } from './cells.ts'
import type { Order } from './order.ts'
import { useSaveCells } from './outline.queries.ts'

interface CellsOf {
  playlistId: string
  rows: readonly Course[]
  order: Order
}

const NO_CELLS: Cells = new Map()

/** The changed cells of the grid, and a sentence for each that is not valid. */
export function useCells({ playlistId, rows, order }: CellsOf) {
  const [cells, setCells] = useState(NO_CELLS)
  const [errors, setErrors] = useState(NO_CELLS)
  const save = useSaveCells(playlistId)

  /** A cell that has its stored text again is no change. */
  function put(changed: readonly (readonly [key: string, text: string])[]): void {
    const stored = new Map(
      rows.flatMap((course) =>
        FIELDS.map((field) => [cellKey(course._id, field), storedText(course, order, field)]),
      ),
    )
    const next = new Map([...cells, ...changed])
    setCells(new Map([...next].filter(([key, text]) => stored.get(key) !== text)))
    const edited = new Set(changed.map(([key]) => key))
    setErrors(new Map([...errors].filter(([key]) => !edited.has(key))))
  }

  /** Saves all changes; returns the first cell that is not valid. */
  async function send(): Promise<string | undefined> {
    const found = changesOf(rows, cells)
    setErrors(found.errors)
    if (found.errors.size === 0 && found.changes.length > 0) {
      const { saved, errors: rejected } = await save.send(found.changes)
      setErrors(rejected)
      setCells(new Map([...cells].filter(([key]) => !saved.has(key.split(' ')[0] ?? ''))))
    }
    return [...found.errors.keys()][0]
  }

  function discard(): void {
    setCells(NO_CELLS)
    setErrors(NO_CELLS)
  }
  return { cells, errors, put, send, discard, isPending: save.isPending, failure: save.failure }
}
