import { OUTLINE_CHANGED, OUTLINE_INCOMPLETE, type Outline, SECTION_UNKNOWN } from '#contract/outline.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { lockToChange } from '#server/data/locks.ts'
import { PLAYLIST_NOT_FOUND } from '#server/features/playlists/visibility.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { outlineChanged, putOrder, putSections, readOutline, type StoredOutline } from './outline.queries.ts'

/**
 * Sets the sections and the order of the caller's own playlist. Throws `conflict` when it has changed since the version
 * that the caller saw, and `invalid` unless every course is named once.
 */
export async function saveOutline(
  db: Db,
  teacher: Viewer,
  { playlistId, outline }: { playlistId: string; outline: Outline },
): Promise<void> {
  await transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: teacher.id })
    const stored = await readOutline(trx, { id: playlistId, teacherId: teacher.id })
    if (!stored) throw new AppError('not_found', PLAYLIST_NOT_FOUND)
    if (stored.version !== outline.version) throw new AppError('conflict', OUTLINE_CHANGED)
    checkSections(outline, stored)
    checkCourses(outline, stored)
    const sections = outline.sections.map((section) => ({ ...section, id: section._id ?? newId() }))
    await putSections(trx, playlistId, sections)
    await putOrder(trx, playlistId, [
      ...outline.loose.map((id) => ({ id, sectionId: '' })),
      ...sections.flatMap(({ id: sectionId, courses }) => courses.map((id) => ({ id, sectionId }))),
    ])
    await outlineChanged(trx, playlistId)
  })
}

function checkSections({ sections }: Outline, { sectionIds }: StoredOutline): void {
  const ids = sections.flatMap(({ _id }) => _id ?? [])
  if (new Set(ids).size < ids.length || ids.some((id) => !sectionIds.has(id)))
    throw invalid('sections', SECTION_UNKNOWN)
}

function checkCourses({ sections, loose }: Outline, { courseIds }: StoredOutline): void {
  const ids = [...loose, ...sections.flatMap(({ courses }) => courses)]
  const named = new Set(ids)
  const isWhole = ids.length === courseIds.size && named.size === ids.length
  if (!isWhole || ids.some((id) => !courseIds.has(id))) throw invalid('loose', OUTLINE_INCOMPLETE)
}
