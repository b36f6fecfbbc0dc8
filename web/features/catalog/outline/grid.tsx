import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Course } from '#contract/catalog/courses.ts'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { conflictsOf } from '#web/core/drafts/conflicts.ts'
import type { Base } from '#web/core/drafts/draft.ts'
import { useDraft } from '#web/core/drafts/use-draft.ts'
import { useNewest } from '#web/core/use-newest.ts'
import { classNames } from '#web/ui/class-names.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { SavedMeanwhile } from '#web/ui/form/saved-meanwhile.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { type Cells, cellKey, changesOf, FIELDS, type Field, filledCells, storedText } from './cells.ts'
import styles from './grid.module.css'
import { courseIds, type Order } from './order.ts'
import outlineStyles from './outline.module.css'
import { useSaveCells } from './outline.queries.ts'

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
            {rows.map(({ course: { _id }, stored }, row) => (
              <tr key={_id}>
                <th scope="row">{row + 1}</th>
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

/** A row with the stored text of each of its cells. */
interface GridRow {
  course: Course
  stored: Record<Field, string>
}

function rowsOf(courses: readonly Course[], order: Order): GridRow[] {
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

interface Step {
  down: number
  right: number
}

/** Where a key moves in a text: left and right at its ends, up and down at its first and last line. */
function stepInText(
  key: string,
  { value, selectionStart, selectionEnd }: HTMLInputElement | HTMLTextAreaElement,
): Step | undefined {
  const before = value.slice(0, selectionStart ?? 0)
  const after = value.slice(selectionEnd ?? 0)
  const isSelected = selectionStart !== selectionEnd
  const steps: Readonly<Record<string, Step | false>> = {
    ArrowLeft: !isSelected && before === '' && { down: 0, right: -1 },
    ArrowRight: !isSelected && after === '' && { down: 0, right: 1 },
    ArrowUp: !before.includes('\n') && { down: -1, right: 0 },
    ArrowDown: !after.includes('\n') && { down: 1, right: 0 },
  }
  return steps[key] || undefined
}

/** A select keeps the arrows up and down for its options. */
const STEPS_IN_SELECT: Readonly<Record<string, Step>> = {
  ArrowLeft: { down: 0, right: -1 },
  ArrowRight: { down: 0, right: 1 },
}

/** The cell that a key moves to: Enter goes down, Shift+Enter is a new line. */
function stepOf(event: KeyboardEvent<HTMLElement>): Step | undefined {
  const { key, currentTarget } = event
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined
  if (key === 'Enter') return { down: 1, right: 0 }
  const isText = currentTarget instanceof HTMLInputElement || currentTarget instanceof HTMLTextAreaElement
  return isText ? stepInText(key, currentTarget) : STEPS_IN_SELECT[key]
}

interface CellsOf {
  playlist: GridProps['playlist']
  rows: readonly GridRow[]
}

const NO_CELLS: Cells = new Map()
/** The kind of the drafts of the grid. */
export const GRID = 'grid'

/** The changed cells of the grid, kept as a draft, and a sentence for each that is not valid. */
function useCells({ playlist: { _id, title }, rows }: CellsOf) {
  const draft = useDraft(GRID, _id, {
    place: { title, address: `/teacher-dashboard/build/${_id}?view=grid` },
  })
  const cells: Cells = new Map(Object.entries((draft.typed ?? draft.restored)?.fields ?? {}))
  const [errors, setErrors] = useState(NO_CELLS)
  const save = useSaveCells(_id)

  function setCells(next: Cells): void {
    if (next.size === 0) draft.remove()
    else draft.write(Object.fromEntries(next), { base: baseOf(next) })
  }

  const stored = Object.fromEntries(
    rows.flatMap((row) => FIELDS.map((field) => [cellKey(row.course._id, field), row.stored[field]])),
  )
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
      setCells(new Map([...cells].filter(([key]) => !saved.has(key.split(' ')[0] ?? ''))))
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
