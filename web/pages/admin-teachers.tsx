import { peopleColumns } from '#web/features/users/users-table.tsx'
import { AdminPeople } from './admin-people.tsx'

const COLUMNS = peopleColumns({
  head: 'Playlists',
  labelled: true,
  numeric: true,
  cell: ({ approvedPlaylistsCount = 0 }) => approvedPlaylistsCount,
})

/** Specification section 2, /admin/teachers. */
export function Component() {
  return (
    <AdminPeople who="Teacher" title="Teachers" of="teachers" none="No teachers yet!" columns={COLUMNS} />
  )
}
