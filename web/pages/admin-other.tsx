import { AdminPeople } from './admin-people.tsx'

/** Specification section 2, /admin/other. */
export function Component() {
  return (
    <AdminPeople
      who="Other"
      title="Other users"
      of="other users"
      none="No users yet!"
      roleColumn={{ head: 'Profession', cell: ({ profession = '' }) => profession }}
    />
  )
}
