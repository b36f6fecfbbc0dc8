import { peopleColumns } from '#web/features/users/users-table.tsx'
import { AdminPeople } from './admin-people.tsx'

const COLUMNS = peopleColumns({ head: 'Profession', cell: ({ profession = '' }) => profession })

/** Specification section 2, /admin/other. */
export function Component() {
  return (
    <AdminPeople who="Other" title="Other users" of="other users" none="No users yet!" columns={COLUMNS} />
  )
}
