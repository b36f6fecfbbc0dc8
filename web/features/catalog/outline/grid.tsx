import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useId,
  useMemo,
  useRef,
} from 'react'
import type { Course } from '#contract/catalog/courses.ts'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { useNewest } from '#web/core/use-newest.ts'
import { VideoChip } from '#web/features/video/uploads/video-chip.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { SavedMeanwhile } from '#web/ui/form/saved-meanwhile.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { cellKey, FIELDS, type Field, filledCells } from './cells.ts'
import styles from './grid.module.css'
import { stepOf } from './grid-keys.ts'
import type { Order } from './order.ts'
import outlineStyles from './outline.module.css'
import { type GridRow, rowsOf, useCells } from './use-cells.ts'

interface GridProps {
  playlist: Pick<Playlist, '_id' | 'title'>
  courses: readonly Course[]
  /** The order of the server. */
  order: Order
  /** Buttons in the head: the views of the screen. */
  head: ReactNode
}

/** The texts and sections of all videos as cells. Arrows and Enter move, pasting from a spreadsheet fills cells. */
export function Grid({ playlist, courses, order, head }: GridProps) {
  const table = useRef<HTMLTableElement>(null)
  const rows = useMemo(() => rowsOf(courses, order), [courses, order])
  const { cells, errors, put, ...grid } = useCells({ playlist, rows })
  const save = useId()

  function focusCell(key: string | undefined): void {
    if (key === undefined) return
    table.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(key)}"]`)?.focus()
  }
  const actions = useNewest<CellActions>({
    put,
    move: (event, row, column) => {
      const by = stepOf(event)
      const [next, field] = by ? [rows[row + by.down], FIELDS[column + by.right]] : []
      if (!(next && field)) return
      event.preventDefault()
      focusCell(cellKey(next.course._id, field))
    },
    paste: (event, row, column) => {
      const text = event.clipboardData.getData('text/plain')
      if (!/[\t\n]/.test(text.trimEnd())) return
      event.preventDefault()
      put(filledCells({ text, courses: rows.map(({ course }) => course), order, row, column }))
    },
  })

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
      <SavedMeanwhile draft={grid.draft} conflicts={grid.conflicts} labelOf={(key) => labelOf(key, rows)} />
      <div className={styles.scroll} data-sent-by={save}>
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
            {rows.map(({ course: { _id, videoState }, stored }, row) => (
              <tr key={_id}>
                <th scope="row">
                  {row + 1}
                  <VideoChip courseId={_id} videoState={videoState} />
                </th>
                {FIELDS.map((field, column) => (
                  <Cell
                    key={field}
                    name={cellKey(_id, field)}
                    row={row}
                    column={column}
                    field={field}
                    order={order}
                    changed={cells.get(cellKey(_id, field))}
                    stored={stored[field]}
                    error={errors.get(cellKey(_id, field))}
                    actions={actions}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={outlineStyles.foot}>
        <Button
          id={save}
          variant="primary"
          busy={grid.isPending && 'Saving...'}
          aria-disabled={cells.size === 0 || undefined}
          onClick={() => void grid.send().then(focusCell)}
        >
          {cells.size < 2 ? 'Save change' : `Save ${cells.size} changes`}
        </Button>
        <DraftLine draft={grid.draft} />
      </div>
    </section>
  )
}

const LABELS: Record<Field, string> = {
  title: 'Title',
  description: 'Description',
  section: 'Section',
}

interface CellActions {
  put: (changed: readonly (readonly [key: string, text: string])[]) => void
  move: (event: KeyboardEvent<HTMLElement>, row: number, column: number) => void
  paste: (event: ClipboardEvent<HTMLElement>, row: number, column: number) => void
}

/** `Title of video 3` */
function labelOf(key: string, rows: readonly GridRow[]): string {
  const field = FIELDS.find((each) => key.endsWith(` ${each}`)) ?? 'title'
  return `${LABELS[field]} of video ${rows.findIndex(({ course }) => key.startsWith(course._id)) + 1}`
}

interface CellProps {
  name: string
  row: number
  column: number
  field: Field
  order: Order
  stored: string
  /** The text that is not saved yet. */
  changed: string | undefined
  error: string | undefined
  actions: RefObject<CellActions>
}

/** One cell: a text, several lines of text, or the choice of a section. It renders only when its own text changes. */
const Cell = memo(function Cell(props: CellProps) {
  const { name, row, column, field, order, stored, changed, error, actions } = props
  const id = `error-${name.replace(' ', '-')}`
  const label = `${LABELS[field]} of video ${row + 1}`
  const control = {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => actions.current.move(event, row, column),
    onPaste: (event: ClipboardEvent<HTMLElement>) => actions.current.paste(event, row, column),
    'data-cell': name,
    'aria-label': changed === undefined ? label : `${label}, not saved`,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': error === undefined ? undefined : id,
    value: changed ?? stored,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      actions.current.put([[name, currentTarget.value]]),
  }
  return (
    <td data-changed={changed === undefined ? undefined : ''} data-field={field}>
      {field === 'title' && <input {...control} dir="auto" />}
      {field === 'description' && <textarea {...control} dir="auto" rows={2} />}
      {field === 'section' && (
        <select {...control}>
          <option value="">Before the first section</option>
          {order.sections.map(({ key, title }) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </select>
      )}
      {error !== undefined && (
        <span id={id} className={outlineStyles.error}>
          {error}
        </span>
      )}
    </td>
  )
})
