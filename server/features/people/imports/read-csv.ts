import { isUtf8 } from 'node:buffer'
import { CsvError, parse } from 'csv-parse/sync'
import { foldText } from '#contract/fold.ts'
import {
  COLUMNS,
  IMPORT_EMPTY,
  IMPORT_LINES_MAX,
  IMPORT_NOT_UTF8,
  IMPORT_TOO_LONG,
  IMPORT_WITHOUT_HEADER,
  LINE_FAULTS,
  lineMessage,
} from '#contract/people/import-messages.ts'
import type { Import } from '#contract/people/imports.ts'
import { invalid } from '#server/http/app-error.ts'

type Separator = Import['separator']
const SEPARATORS: readonly Separator[] = [',', ';', '\t']

/** A line with the cells of the known columns, trimmed. */
export interface CsvLine {
  line: number
  name: string
  email: string
  role: string
  groups: string
}

export interface CsvFile {
  separator: Separator
  lines: CsvLine[]
}

/** Reads a file of people. Throws the 400 AppError with what to do about a file that cannot be read. */
export function readCsv(bytes: Buffer): CsvFile {
  const text = textIn(bytes)
  const separator = separatorOf(text)
  const [header, ...rows] = recordsIn(text, separator)
  const columns = (header?.cells ?? []).map((cell) => foldText(cell))
  const places = COLUMNS.map((name) => columns.indexOf(name))
  const [name = -1, email = -1] = places
  if (name < 0 || email < 0) throw invalid('file', IMPORT_WITHOUT_HEADER)
  if (rows.length === 0) throw invalid('file', IMPORT_EMPTY)
  if (rows.length > IMPORT_LINES_MAX) throw invalid('file', IMPORT_TOO_LONG)
  return { separator, lines: rows.map((row) => lineOf(row, places)) }
}

/** Also without the mark that some programs put in front. */
function textIn(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw invalid('file', IMPORT_NOT_UTF8)
  return new TextDecoder().decode(bytes)
}

/** The one that the first line has most. */
function separatorOf(text: string): Separator {
  const [first = ''] = text.split(/\r?\n|\r/, 1)
  const counted = SEPARATORS.map((separator) => ({ separator, count: first.split(separator).length }))
  return counted.reduce((best, each) => (each.count > best.count ? each : best)).separator
}

interface Row {
  cells: string[]
  /** Where it ends, if it has several lines. */
  line: number
}

/** One line more than a file can have is read, and no further. */
function recordsIn(text: string, separator: Separator): Row[] {
  const rows: Row[] = []
  try {
    parse(text, {
      delimiter: separator,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: IMPORT_LINES_MAX + 2,
      on_record(cells: string[], { lines: line }) {
        rows.push({ cells, line })
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw invalid('file', lineMessage((rows.at(-1)?.line ?? 0) + 1, LINE_FAULTS.quotes))
  }
  return rows
}

function lineOf({ cells, line }: Row, places: readonly number[]): CsvLine {
  const [name = '', email = '', role = '', groups = ''] = places.map((place) => cells[place]?.trim() ?? '')
  return { line, name, email, role, groups }
}
