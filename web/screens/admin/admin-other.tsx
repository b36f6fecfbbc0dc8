import { userColumns } from '#web/features/account/users/users-table.tsx'
import { AdminUsers } from './admin-users.tsx'

const COLUMNS = userColumns({ head: 'Profession', cell: ({ profession = '' }) => profession })

/** Specification section 2, /admin/other. */
export function Component() {
  return (
    <AdminUsers
      userRole="Other"
      title="Other users"
      plural="other users"
      none="No users yet!"
      columns={COLUMNS}
    />
  )
}
