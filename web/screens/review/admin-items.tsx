import { CourseTable, PlaylistTable } from '#web/features/review/approval/item-table.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'

/** Specification section 2, /admin: every playlist, of every status. */
export function AdminPlaylists() {
  return (
    <>
      <ScreenTitle screen="Admin playlists" unlisted />
      <PlaylistTable />
    </>
  )
}

/** Specification section 2, /admin/courses-admin: every course, of every status. */
export function AdminCourses() {
  return (
    <>
      <ScreenTitle screen="Admin courses" unlisted />
      <CourseTable />
    </>
  )
}
