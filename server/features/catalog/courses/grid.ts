import type { Course } from '#contract/catalog/courses.ts'
import {
  GRID_COURSE_UNKNOWN,
  type GridChange,
  rowChanged,
  SECTION_UNKNOWN,
} from '#contract/catalog/outline.ts'
import type { ReviewEdits } from '#contract/review/review.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import { findCourse, type OpenPlaylist } from '#server/features/catalog/playlists/visibility.ts'
import { settle } from '#server/features/catalog/versions/revisions.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { coursesOf } from './course-rows.queries.ts'
import { updateCourse, versionOf } from './courses.queries.ts'
import { writeCourse } from './courses.ts'
import { endOf, isSectionOf, outlineChanged } from './outline.queries.ts'

/**
 * Writes changed cells of the caller's own playlist, all or none. Throws `conflict` naming the first course that has
 * changed since it was read. Returns the changed courses.
 */
export async function saveGrid(
  db: Db,
  teacher: Viewer,
  {
    playlist,
    changes,
    reviewEdits,
  }: { playlist: OpenPlaylist; changes: GridChange[]; reviewEdits: ReviewEdits },
): Promise<Course[]> {
  await transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: teacher.id })
    for (const [row, change] of changes.entries())
      await writeRow(trx, teacher, { playlist, row, change, reviewEdits })
    if (changes.some(({ sectionId }) => sectionId !== undefined)) await outlineChanged(trx, playlist.id)
    await settle(trx, teacher.id, [playlist.id])
  })
  return coursesOf(
    db,
    teacher,
    changes.map(({ _id }) => _id),
  )
}

interface GridRow {
  playlist: OpenPlaylist
  row: number
  change: GridChange
  reviewEdits: ReviewEdits
}

async function writeRow(trx: Db, teacher: Viewer, gridRow: GridRow): Promise<void> {
  const { playlist, row, change, reviewEdits } = gridRow
  const { _id: courseId, title, description, chapters, corrections, sectionId } = change
  const course = await findCourse(trx, teacher, { courseId, playlistId: playlist.id })
  if (course?.teacher_id !== teacher.id) throw invalid(`changes.${row}`, GRID_COURSE_UNKNOWN)
  if ((await versionOf(trx, courseId)) !== change.updatedAt)
    throw new AppError('conflict', rowChanged(course.title))
  await writeCourse(trx, teacher, {
    course,
    draft: { videoTitle: title, description, chapters, corrections },
    reviewEdits,
  })
  if (sectionId === undefined) return
  if (sectionId !== null && !(await isSectionOf(trx, playlist.id, sectionId)))
    throw invalid(`changes.${row}.sectionId`, SECTION_UNKNOWN)
  const place = await endOf(trx, { playlistId: playlist.id, sectionId })
  await updateCourse(trx, courseId, { ...place, updated_at: new Date().toISOString() })
}
