import { isDeepStrictEqual } from 'node:util'
import {
  OUTLINE_CHANGED,
  OUTLINE_INCOMPLETE,
  type Outline,
  SECTION_UNKNOWN,
} from '#contract/catalog/outline.ts'
import type { ReviewEdits } from '#contract/review/review.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { lockToChange } from '#server/data/locks.ts'
import { PLAYLIST_NOT_FOUND } from '#server/features/catalog/playlists/visibility.ts'
import { onlineDetails, writtenSections } from '#server/features/catalog/versions/details.queries.ts'
import { type Edited, editItem, waitsWithDetails } from '#server/features/catalog/versions/edits.ts'
import { findItem, type Item } from '#server/features/catalog/versions/items.queries.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import {
  outlineChanged,
  putFormerTitles,
  putOrder,
  putSections,
  readOutline,
  type StoredOutline,
} from './outline.queries.ts'

interface NewOutline {
  playlistId: string
  outline: Outline
  reviewEdits: ReviewEdits
}

/**
 * Sets the sections and the order of the caller's own playlist. The order applies at once, titles of an approved playlist as
 * `reviewEdits` says. Returns what waits. Throws `conflict` when the order has changed since the version that the caller saw,
 * and `invalid` unless every course is named once.
 */
export async function saveOutline(
  db: Db,
  teacher: Viewer,
  { playlistId, outline, reviewEdits }: NewOutline,
): Promise<Edited | undefined> {
  return transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: teacher.id })
    const stored = await readOutline(trx, { id: playlistId, teacherId: teacher.id })
    const item = await findItem(trx, 'playlist', playlistId)
    if (!(stored && item)) throw new AppError('not_found', PLAYLIST_NOT_FOUND)
    if (stored.version !== outline.version) throw new AppError('conflict', OUTLINE_CHANGED)
    checkSections(outline, stored)
    checkCourses(outline, stored)
    const sections = outline.sections.map((section) => ({ ...section, id: section._id ?? newId() }))
    const waits = waitsWithDetails(item, reviewEdits)
    await (waits
      ? putReviewed(trx, playlistId, { sections, stored })
      : putSections(trx, playlistId, sections))
    await putOrder(trx, playlistId, [
      ...outline.loose.map((id) => ({ id, sectionId: '' })),
      ...sections.flatMap(({ id: sectionId, courses }) => courses.map((id) => ({ id, sectionId }))),
    ])
    await outlineChanged(trx, playlistId)
    return waits ? editTitles(trx, item, { sections, reviewEdits }) : undefined
  })
}

interface Named {
  id: string
  title: string
}

/** Puts the sections with the titles that may be public, and keeps those of deleted sections. */
async function putReviewed(
  trx: Db,
  playlistId: string,
  { sections, stored }: { sections: Named[]; stored: StoredOutline },
): Promise<void> {
  await putFormerTitles(trx, playlistId, formerTitles(sections, stored))
  await putSections(trx, playlistId, withOnlineTitles(sections, stored))
}

/** The titles of sections that were public before they were deleted, now or earlier. */
function formerTitles(sections: Named[], stored: StoredOutline): string[] {
  const deleted = new Map(stored.sections)
  for (const { id } of sections) deleted.delete(id)
  return [...new Set([...stored.formerTitles, ...deleted.values()])]
}

/** A new section has a number until its title is approved, unless that was public before: undoing a deletion shows it again. */
function withOnlineTitles(sections: Named[], stored: StoredOutline): Named[] {
  return sections.map(({ id, title }, at) => {
    const first = stored.formerTitles.includes(title) ? title : `Section ${at + 1}`
    return { id, title: stored.sections.get(id) ?? first }
  })
}

/** Puts titles that differ from what the teacher wrote before into the version that waits. */
async function editTitles(
  trx: Db,
  item: Item,
  { sections: named, reviewEdits }: { sections: Named[]; reviewEdits: ReviewEdits },
): Promise<Edited | undefined> {
  const sections = named
    .map(({ id: _id, title }) => ({ _id, title }))
    .toSorted((one, other) => (one._id < other._id ? -1 : 1))
  const waiting = await writtenSections(trx, item.id)
  const before = waiting.length > 0 ? waiting : (await onlineDetails(trx, [item])).get(item.id)?.sections
  if (isDeepStrictEqual(sections, before)) return undefined
  return editItem(trx, item, { edits: { sections }, draft: false, reviewEdits })
}

function checkSections({ sections }: Outline, { sections: known }: StoredOutline): void {
  const ids = sections.flatMap(({ _id }) => _id ?? [])
  if (new Set(ids).size < ids.length || ids.some((id) => !known.has(id)))
    throw invalid('sections', SECTION_UNKNOWN)
}

function checkCourses({ sections, loose }: Outline, { courseIds }: StoredOutline): void {
  const ids = [...loose, ...sections.flatMap(({ courses }) => courses)]
  const named = new Set(ids)
  const isWhole = ids.length === courseIds.size && named.size === ids.length
  if (!isWhole || ids.some((id) => !courseIds.has(id))) throw invalid('loose', OUTLINE_INCOMPLETE)
}
