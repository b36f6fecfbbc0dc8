import { CourseTable, PlaylistTable } from '#web/features/review/approval/item-table.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'

/** /admin: every playlist, of every status. */
export function AdminPlaylists() {
  return (
    <>
      <ScreenTitle screen="Admin playlists" unlisted />
      <PlaylistTable />
    </>
  )
}

/** /admin/courses-admin: every course, of every status. */
export function AdminCourses() {
  return (
    <>
      <ScreenTitle screen="Admin courses" unlisted />
      <CourseTable />
    </>
  )
}
