import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import type { Course } from '#contract/catalog/courses.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { cellKey, FIELDS, filledCells, storedText } from './cells.ts'
import styles from './grid.module.css'
import { Cell, LABELS } from './grid-cell.tsx'
import { stepOf } from './grid-keys.ts'
import { courseIds, type Order } from './order.ts'
import outlineStyles from './outline.module.css'
import { useCells } from './use-cells.ts'

interface GridProps {
  playlistId: string
  courses: readonly Course[]
  /** The order of the server. */
  order: Order
  /** Buttons in the head: the views of the screen. */
  head: ReactNode
}

/** The texts and sections of all videos as cells. Arrows and Enter move, pasting from a spreadsheet fills cells. */
export function Grid({ playlistId, courses, order, head }: GridProps) {
  const table = useRef<HTMLTableElement>(null)
  const byId = new Map(courses.map((course) => [course._id, course]))
  const rows = courseIds(order).flatMap((id) => byId.get(id) ?? [])
  const { cells, errors, put, ...grid } = useCells({ playlistId, rows, order })

  function focusCell(key: string | undefined): void {
    if (key === undefined) return
    table.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(key)}"]`)?.focus()
  }
  function move(event: KeyboardEvent<HTMLElement>, row: number, column: number): void {
    const by = stepOf(event)
    const [course, field] = by ? [rows[row + by.down], FIELDS[column + by.right]] : []
    if (!(course && field)) return
    event.preventDefault()
    focusCell(cellKey(course._id, field))
  }
  function paste(event: ClipboardEvent<HTMLElement>, row: number, column: number): void {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text.trimEnd())) return
    event.preventDefault()
    put(filledCells({ text, courses: rows, order, row, column }))
  }

  return (
    <section className={outlineStyles.box} aria-labelledby="grid">
      <h2 id="grid" className="sr">
        Grid
      </h2>
      <div className={outlineStyles.head}>
        {head}
        <span className={outlineStyles.saved} role="status">
          {cells.size === 0 ? 'All changes saved' : `${cells.size} changed`}
        </span>
      </div>
      <div role="alert" className={classNames(grid.failure && outlineStyles.failure)}>
        {grid.failure}
      </div>
      <div className={styles.scroll}>
        <table ref={table} className={styles.grid}>
          <thead>
            <tr>
              <th scope="col">#</th>
              {FIELDS.map((field) => (
                <th key={field} scope="col">
                  {LABELS[field]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((course, row) => (
              <tr key={course._id}>
                <th scope="row">{row + 1}</th>
                {FIELDS.map((field, column) => (
                  <Cell
                    key={field}
                    name={cellKey(course._id, field)}
                    row={row + 1}
                    field={field}
                    order={order}
                    changed={cells.get(cellKey(course._id, field))}
                    stored={storedText(course, order, field)}
                    error={errors.get(cellKey(course._id, field))}
                    onChange={(text) => put([[cellKey(course._id, field), text]])}
                    onKeyDown={(event) => move(event, row, column)}
                    onPaste={(event) => paste(event, row, column)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={outlineStyles.foot}>
        <Button
          variant="primary"
          busy={grid.isPending && 'Saving...'}
          aria-disabled={cells.size === 0 || undefined}
          onClick={() => void grid.send().then(focusCell)}
        >
          {cells.size < 2 ? 'Save change' : `Save ${cells.size} changes`}
        </Button>
        {cells.size > 0 && (
          <Button variant="ghost" onClick={grid.discard}>
            Discard
          </Button>
        )}
      </div>
    </section>
  )
}
