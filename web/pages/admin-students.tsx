import { peopleColumns } from '#web/features/users/users-table.tsx'
import { AdminPeople } from './admin-people.tsx'

const COLUMNS = peopleColumns({
  head: 'Saved playlists',
  labelled: true,
  numeric: true,
  cell: ({ savedPlaylistsCount }) => savedPlaylistsCount,
})

/** Specification section 2, /admin/students. */
export function Component() {
  return (
    <AdminPeople who="Student" title="Students" of="students" none="No students yet!" columns={COLUMNS} />
  )
}
