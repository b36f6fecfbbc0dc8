import type { Course } from '#contract/catalog/courses.ts'
import { CourseTexts, type GridChangeSent } from '#contract/catalog/outline.ts'
import type { Order } from './order.ts'
import { placeOf } from './order.ts'

export const FIELDS = ['title', 'description', 'section'] as const
export type Field = (typeof FIELDS)[number]

/** Texts by `cellKey`, only of changed cells. */
export type Cells = ReadonlyMap<string, string>

export const cellKey = (courseId: string, field: Field) => `${courseId} ${field}`

/** The stored text of a cell; a section by its id, empty for none. */
export function storedText(course: Course, order: Order, field: Field): string {
  if (field === 'title') return course.videoTitle
  if (field === 'description') return course.description
  return placeOf(order, course._id)?.section ?? ''
}

/** Rows of cells as a spreadsheet copies them: tabs and line breaks, quotes around texts that contain them. */
export function pastedRows(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /("(?:[^"]|"")*"|[^\t\n]*)(\t|\n|$)/gy
  const source = text.replaceAll('\r\n', '\n').replace(/\n$/, '')
  for (;;) {
    const found = cell.exec(source)
    if (!found) return rows
    const [, raw = '', end] = found
    rows.at(-1)?.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw)
    if (end === '') return rows
    if (end === '\n') rows.push([])
  }
}

interface Paste {
  text: string
  courses: readonly Course[]
  order: Order
  row: number
  column: number
}

/** The cells that a pasted text fills, to the right and down from where it is pasted. A section is pasted by its title. */
export function filledCells({ text, courses, order, row, column }: Paste): [key: string, text: string][] {
  const cells = pastedRows(text).flatMap((values, down) =>
    values.map((value, right) => ({ value, course: courses[row + down], field: FIELDS[column + right] })),
  )
  return cells.flatMap(({ value, course, field }): [string, string][] => {
    if (!(course && field)) return []
    const filled = field === 'section' ? sectionNamed(order, value) : value
    return filled === undefined ? [] : [[cellKey(course._id, field), filled]]
  })
}

/** The section with this title, an empty text for none, and `undefined` for a title that no section has. */
function sectionNamed({ sections }: Order, text: string): string | undefined {
  const named = text.trim().toLowerCase()
  return named === '' ? '' : sections.find(({ title }) => title.toLowerCase() === named)?.key
}

const Row = CourseTexts.omit({ chapters: true, corrections: true }).partial()

/** The changed cells as changes of courses, and a sentence for each cell that is not valid. */
export function changesOf(courses: readonly Course[], cells: Cells) {
  const errors = new Map<string, string>()
  const changes = courses.flatMap(({ _id, updatedAt }): GridChangeSent[] => {
    const [title, description, section] = FIELDS.map((field) => cells.get(cellKey(_id, field)))
    if ([title, description, section].every((text) => text === undefined)) return []
    const checked = Row.safeParse({ title, description })
    for (const { path, message } of checked.error?.issues ?? [])
      errors.set(`${_id} ${String(path[0])}`, message)
    return [{ _id, updatedAt, ...checked.data, ...(section !== undefined && { sectionId: section || null }) }]
  })
  return { changes, errors }
}

/** Below the JSON limit of the server, 64 KiB, with room for everything around. */
const CALL_CHARACTERS = 16_000

/** Parts that are small enough for one call each. */
export function inCalls(changes: readonly GridChangeSent[]): GridChangeSent[][] {
  const parts: GridChangeSent[][] = []
  let size = 0
  for (const change of changes) {
    const length = JSON.stringify(change).length
    const part = parts.at(-1)
    if (part && size + length <= CALL_CHARACTERS) {
      part.push(change)
      size += length
    } else {
      parts.push([change])
      size = length
    }
  }
  return parts
}
