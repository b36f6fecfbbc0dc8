import { AdminPeople } from './admin-people.tsx'

/** Specification section 2, /admin/teachers. */
export function Component() {
  return (
    <AdminPeople
      who="Teacher"
      title="Teachers"
      of="teachers"
      none="No teachers yet!"
      roleColumn={{
        head: 'Playlists',
        labelled: true,
        numeric: true,
        cell: ({ approvedPlaylistsCount = 0 }) => approvedPlaylistsCount,
      }}
    />
  )
}
