import type { z } from 'zod'
import { Import, type ImportLine } from '#contract/people/imports.ts'
import type { ImportRow } from '#server/data/people-rows.ts'

/** The JSON of the column `lines`. */
const StoredLines = Import.pick({ separator: true, lines: true, missingGroups: true, total: true })
export type StoredLines = z.infer<typeof StoredLines>

export function storedLines({ lines }: Pick<ImportRow, 'lines'>): StoredLines {
  return StoredLines.parse(JSON.parse(lines))
}

/** The lines whose people are invited. */
export const usableLines = (lines: readonly ImportLine[]): ImportLine[] =>
  lines.filter(({ state }) => state !== 'bad')
