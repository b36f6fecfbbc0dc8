import type { User } from '#contract/account/users.ts'
import { userColumns } from '#web/features/account/users/users-table.tsx'
import { TrustSwitch } from '#web/features/review/desk/trust.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'
import { AdminUsers } from './admin-users.tsx'

const TRUSTED: Column<User> = {
  area: 'status',
  head: 'Trusted',
  labelled: true,
  cell: (user) => <TrustSwitch teacher={user} />,
}

const COLUMNS = userColumns(
  {
    head: 'Playlists',
    labelled: true,
    numeric: true,
    cell: ({ approvedPlaylistsCount = 0 }) => approvedPlaylistsCount,
  },
  [TRUSTED],
)

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
