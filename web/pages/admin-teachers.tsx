import { userColumns } from '#web/features/users/users-table.tsx'
import { AdminUsers } from './admin-users.tsx'

const COLUMNS = userColumns({
  head: 'Playlists',
  labelled: true,
  numeric: true,
  cell: ({ approvedPlaylistsCount = 0 }) => approvedPlaylistsCount,
})

/** Specification section 2, /admin/teachers. */
export function Component() {
  return (
    <AdminUsers
      userRole="Teacher"
      title="Teachers"
      plural="teachers"
      none="No teachers yet!"
      columns={COLUMNS}
    />
  )
}
