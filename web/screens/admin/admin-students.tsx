import { userColumns } from '#web/features/account/users/users-table.tsx'
import { AdminUsers } from './admin-users.tsx'

const COLUMNS = userColumns({
  head: 'Saved playlists',
  labelled: true,
  numeric: true,
  cell: ({ savedPlaylistsCount }) => savedPlaylistsCount,
})

/** Specification section 2, /admin/students. */
export function Component() {
  return (
    <AdminUsers
      userRole="Student"
      title="Students"
      plural="students"
      none="No students yet!"
      columns={COLUMNS}
    />
  )
}
