import { z } from 'zod'
import { Timestamp } from '#contract/id.ts'
import { type Chapter, Correction } from '#contract/video/video.ts'
import type { CourseRow } from '#server/data/schema.ts'

/** Chapters as their column holds them. */
export function chaptersColumn(chapters: readonly Chapter[] = []): string | null {
  return chapters.length === 0 ? null : JSON.stringify(chapters)
}

/** With the time at which it went online. */
const StoredCorrections = z.array(Correction.extend({ addedAt: Timestamp }))
type StoredCorrection = z.infer<typeof StoredCorrections>[number]

export function storedCorrections(column: string | null): StoredCorrection[] {
  return StoredCorrections.parse(JSON.parse(column ?? '[]'))
}

/** The corrections of a course as they are sent. */
export function correctionsOf({ corrections }: Pick<CourseRow, 'corrections'>): Correction[] {
  return storedCorrections(corrections).map(({ at, text }) => ({ at, text }))
}

/**
 * The columns to write when these corrections replace the stored ones; `undefined` if they are the same. Those that stay keep the
 * time at which they were added.
 */
export function changedCorrections(corrections: readonly Correction[], stored: string | null, now: string) {
  const before = storedCorrections(stored)
  const isSame = (a: Correction) => (b: Correction) => a.at === b.at && a.text === b.text
  const after = corrections.map(({ at, text }) => ({
    at,
    text,
    addedAt: before.find(isSame({ at, text }))?.addedAt ?? now,
  }))
  const column = after.length === 0 ? null : JSON.stringify(after)
  if (column === stored) return
  const isAdded = after.some(({ addedAt }) => addedAt === now)
  return { corrections: column, ...(isAdded && { changed_at: now, changed_what: 'corrections' as const }) }
}
