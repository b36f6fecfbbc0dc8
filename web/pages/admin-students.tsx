import { AdminPeople } from './admin-people.tsx'

/** Specification section 2, /admin/students. */
export function Component() {
  return (
    <AdminPeople
      who="Student"
      title="Students"
      of="students"
      none="No students yet!"
      roleColumn={{
        head: 'Saved playlists',
        labelled: true,
        numeric: true,
        cell: ({ savedPlaylistsCount }) => savedPlaylistsCount,
      }}
    />
  )
}
