import { useQueryClient } from '@tanstack/react-query'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { Course } from '#contract/courses.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import {
  type Cells,
  cellKey,
  changesOf,
  FIELDS,
  type Field,
  filledCells,
  inCalls,
  storedText,
} from './cells.ts'
import styles from './grid.module.css'
import { courseIds, type Order } from './order.ts'
import outlineStyles from './outline.module.css'

interface GridProps {
  playlistId: string
  courses: readonly Course[]
  /** The order of the server. */
  order: Order
  /** Buttons in the head: the views of the screen. */
  head: ReactNode
}

const LABELS: Record<Field, string> = { title: 'Title', description: 'Description', section: 'Section' }
const NO_CELLS: Cells = new Map()

/** The texts and sections of all videos as cells. Arrows and Enter move, pasting from a spreadsheet fills cells. */
export function Grid({ playlistId, courses, order, head }: GridProps) {
  const [cells, setCells] = useState(NO_CELLS)
  const [errors, setErrors] = useState(NO_CELLS)
  const table = useRef<HTMLTableElement>(null)
  const save = useSaveCells(playlistId)
  const byId = new Map(courses.map((course) => [course._id, course]))
  const rows = courseIds(order).flatMap((id) => byId.get(id) ?? [])

  function put(changed: readonly (readonly [string, string])[]): void {
    const next = new Map(cells)
    for (const [key, text] of changed) next.set(key, text)
    for (const course of rows)
      for (const field of FIELDS) {
        const key = cellKey(course._id, field)
        if (next.get(key) === storedText(course, order, field)) next.delete(key)
      }
    setCells(next)
    setErrors(new Map([...errors].filter(([key]) => !changed.some(([each]) => each === key))))
  }

  async function send(): Promise<void> {
    const found = changesOf(rows, cells)
    setErrors(found.errors)
    if (found.errors.size > 0) return focusCell([...found.errors.keys()][0] ?? '')
    const result = await save.send(found.changes)
    setErrors(result.errors)
    const saved = new Set(result.saved)
    setCells(new Map([...cells].filter(([key]) => !saved.has(key.split(' ')[0] ?? ''))))
  }

  function focusCell(key: string): void {
    table.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(key)}"]`)?.focus()
  }

  function move(event: KeyboardEvent<HTMLElement>, row: number, column: number): void {
    const by = stepOf(event)
    if (!by) return
    const [course, field] = [rows[row + by.down], FIELDS[column + by.right]]
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
      <div role="alert" className={classNames(save.failure && outlineStyles.failure)}>
        {save.failure}
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
                    label={`${LABELS[field]} of video ${row + 1}`}
                    field={field}
                    order={order}
                    text={cells.get(cellKey(course._id, field)) ?? storedText(course, order, field)}
                    isChanged={cells.has(cellKey(course._id, field))}
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
        <Button variant="primary" busy={save.isPending && 'Saving...'} onClick={() => void send()}>
          {cells.size === 1 ? 'Save 1 change' : `Save ${cells.size} changes`}
        </Button>
        <Button variant="ghost" onClick={() => (setCells(NO_CELLS), setErrors(NO_CELLS))}>
          Discard
        </Button>
      </div>
    </section>
  )
}

interface CellProps {
  name: string
  label: string
  field: Field
  order: Order
  text: string
  isChanged: boolean
  error: string | undefined
  onChange: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onPaste: (event: ClipboardEvent<HTMLElement>) => void
}

function Cell({ name, label, field, order, text, isChanged, error, onChange, ...handlers }: CellProps) {
  const id = `error ${name}`.replaceAll(' ', '-')
  const control = {
    ...handlers,
    'data-cell': name,
    'aria-label': isChanged ? `${label}, not saved` : label,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': error === undefined ? undefined : id,
    value: text,
  }
  return (
    <td data-changed={isChanged || undefined} data-field={field}>
      {field === 'title' && (
        <input {...control} dir="auto" onChange={({ currentTarget }) => onChange(currentTarget.value)} />
      )}
      {field === 'description' && (
        <textarea
          {...control}
          dir="auto"
          rows={2}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
      {field === 'section' && (
        <select {...control} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
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
}

/** Left and right move at the ends of a text only; Shift+Enter is a new line. A select keeps its arrows for its options. */
function stepOf(event: KeyboardEvent<HTMLElement>): { down: number; right: number } | undefined {
  const { key, currentTarget } = event
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined
  if (key === 'Enter') return { down: 1, right: 0 }
  const isText = currentTarget instanceof HTMLInputElement || currentTarget instanceof HTMLTextAreaElement
  const [start, end] = isText ? [currentTarget.selectionStart, currentTarget.selectionEnd] : [0, 0]
  const length = isText ? currentTarget.value.length : 0
  if (key === 'ArrowLeft' && start === 0 && end === 0) return { down: 0, right: -1 }
  if (key === 'ArrowRight' && start === length && end === length) return { down: 0, right: 1 }
  if (!isText) return undefined
  if (key === 'ArrowUp' && !currentTarget.value.slice(0, start ?? 0).includes('\n'))
    return { down: -1, right: 0 }
  if (key === 'ArrowDown' && !currentTarget.value.slice(end ?? 0).includes('\n')) return { down: 1, right: 0 }
  return undefined
}

/** Sends changes call by call; a call is saved whole or not at all. */
function useSaveCells(playlistId: string) {
  const call = useCall()
  const cache = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function send(changes: ReturnType<typeof changesOf>['changes']) {
    setIsPending(true)
    setFailure(undefined)
    const saved: string[] = []
    const errors = new Map<string, string>()
    for (const part of inCalls(changes)) {
      try {
        await call('outline.grid', { params: { playlistId }, body: { changes: part } })
        saved.push(...part.map(({ _id }) => _id))
      } catch (error) {
        setFailure(error instanceof Error ? error.message : undefined)
        for (const [path, text] of Object.entries(fieldErrors(error) ?? {})) {
          const [, row, field = 'title'] = path.split('.')
          errors.set(`${part[Number(row)]?._id} ${field === 'sectionId' ? 'section' : field}`, text)
        }
        break
      }
    }
    await cache.invalidateQueries()
    setIsPending(false)
    return { saved, errors }
  }
  return { send, isPending, failure }
}
