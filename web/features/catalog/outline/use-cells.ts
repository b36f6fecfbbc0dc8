import { useMemo, useState } from 'react'
import type { Course } from '#contract/catalog/courses.ts'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { conflictsOf } from '#web/core/drafts/conflicts.ts'
import type { Base } from '#web/core/drafts/draft.ts'
import { useDraft } from '#web/core/drafts/use-draft.ts'
import { useNewest } from '#web/core/use-newest.ts'
import { type Cells, cellKey, changesOf, FIELDS, type Field, storedText } from './cells.ts'
import { courseIds, type Order } from './order.ts'
import { useSaveCells } from './outline.queries.ts'

/** A row with the stored text of each of its cells. */
export interface GridRow {
  course: Course
  stored: Record<Field, string>
}

export function rowsOf(courses: readonly Course[], order: Order): GridRow[] {
  const byId = new Map(courses.map((course) => [course._id, course]))
  return courseIds(order).flatMap((id) => {
    const course = byId.get(id)
    if (!course) return []
    const text = (field: Field) => storedText(course, order, field)
    return {
      course,
      stored: { title: text('title'), description: text('description'), section: text('section') },
    }
  })
}

const storedTexts = (rows: readonly GridRow[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rows.flatMap((row) => FIELDS.map((field) => [cellKey(row.course._id, field), row.stored[field]])),
  )

interface CellsOf {
  playlist: Pick<Playlist, '_id' | 'title'>
  rows: readonly GridRow[]
}

const NO_CELLS: Cells = new Map()
/** The kind of the drafts of the grid. */
export const GRID = 'grid'

/** The changed cells of the grid, kept as a draft, and a sentence for each that is not valid. */
export function useCells({ playlist: { _id: playlistId, title }, rows }: CellsOf) {
  const address = `/teacher-dashboard/build/${playlistId}?view=${GRID}`
  const draft = useDraft(GRID, playlistId, { place: { title, address } })
  const stored = useMemo(() => storedTexts(rows), [rows])
  const typed = Object.entries((draft.typed ?? draft.restored)?.fields ?? {})
  // A video may have been deleted since.
  const cells: Cells = new Map(typed.filter(([key]) => key in stored))
  const [errors, setErrors] = useState(NO_CELLS)
  const save = useSaveCells(playlistId)

  function setCells(next: Cells): void {
    if (next.size === 0) draft.remove()
    else draft.write(Object.fromEntries(next), { base: baseOf(next) })
  }

  const newest = useNewest({ cells, setCells })
  const conflicts = conflictsOf(draft, stored)

  /** The stored text of each cell when it was first changed. */
  function baseOf(next: Cells): Base {
    const former = draft.base?.fields ?? {}
    const fields = [...next.keys()].map((key) => [key, former[key] ?? stored[key] ?? ''])
    return { updatedAt: '', fields: Object.fromEntries(fields) }
  }

  /** A cell that has its stored text again is no change. */
  function put(changed: readonly (readonly [key: string, text: string])[]): void {
    const next = new Map([...cells, ...changed])
    setCells(new Map([...next].filter(([key, text]) => stored[key] !== text)))
    const edited = new Set(changed.map(([key]) => key))
    setErrors(new Map([...errors].filter(([key]) => !edited.has(key))))
  }

  /** Saves all changes; returns the first cell that is not valid. */
  async function send(): Promise<string | undefined> {
    const courses = rows.map(({ course }) => course)
    const found = changesOf(courses, cells)
    setErrors(found.errors)
    if (conflicts.length > 0) return undefined
    if (found.errors.size === 0 && found.changes.length > 0) {
      const { saved, errors: rejected } = await save.send(found.changes)
      setErrors(rejected)
      // What was typed meanwhile stays.
      const { current } = newest
      const isSaved = (key: string, text: string) =>
        saved.has(key.split(' ')[0] ?? '') && cells.get(key) === text
      current.setCells(new Map([...current.cells].filter(([key, text]) => !isSaved(key, text))))
    }
    return [...found.errors.keys()][0]
  }

  function discard(): void {
    draft.discard()
    setErrors(NO_CELLS)
  }
  return {
    cells,
    conflicts,
    draft: { ...draft, discard },
    errors,
    put,
    send,
    isPending: save.isPending,
    failure: save.failure,
  }
}
