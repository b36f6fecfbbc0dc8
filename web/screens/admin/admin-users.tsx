import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Role } from '#contract/account/user-fields.ts'
import type { User } from '#contract/account/users.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { USER_SORTS, UsersTable, userColumns, userRowsOf } from '#web/features/account/users/users-table.tsx'
import { useTableState } from '#web/features/review/approval/table-state.ts'
import { TrustSwitch } from '#web/features/review/desk/trust.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'
import { TableFrame } from '#web/ui/table/table-frame.tsx'
import { TableRows } from '#web/ui/table/table-rows.tsx'
import { TableSearch } from '#web/ui/table/table-search.tsx'

interface AdminUsersProps {
  userRole: Role
  /** Heading of the table, and what its search is called, in lower case. */
  title: string
  plural: string
  columns: Column<User>[]
  /** The sentence for an empty list. */
  none: string
}

/** All users of one role, sorted and filtered by the server. */
function AdminUsers({ userRole, title, plural, columns, none }: AdminUsersProps) {
  const { q, sorted, query, change } = useTableState(USER_SORTS)
  const { status: _status, ...filters } = query
  const user = useCurrentUser()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useInfiniteQuery({
    ...userRowsOf(useCall(), userRole, filters),
    enabled: user?.isAdmin === true,
  })
  const users = list.data?.pages.flatMap((page) => page.users) ?? []

  function showAll(): void {
    change({ q: '' })
    heading.current?.focus()
  }

  return (
    <>
      <ScreenTitle screen={`Admin ${plural}`} unlisted />
      <TableFrame
        title={title}
        headingRef={heading}
        action={<TableSearch plural={plural} q={q} onSearch={(words) => change({ q: words })} />}
      >
        <TableRows
          what={plural}
          list={list}
          loaded={users.length}
          total={list.data?.pages[0]?.total}
          empty={{
            drawing: 'people',
            title: none,
            ...(q && {
              help: `Nobody matches “${q}”.`,
              action: <Button onClick={showAll}>Show all</Button>,
            }),
          }}
        >
          <UsersTable
            users={users}
            columns={columns}
            stale={list.isPlaceholderData}
            sorted={sorted}
            onSort={(by, order) => change({ sort: by, order })}
          />
        </TableRows>
      </TableFrame>
    </>
  )
}

const TRUSTED: Column<User> = {
  area: 'status',
  head: 'Trusted',
  labelled: true,
  cell: (user) => <TrustSwitch teacher={user} />,
}

const TEACHERS = userColumns(
  {
    head: 'Playlists',
    labelled: true,
    numeric: true,
    cell: ({ approvedPlaylistsCount = 0 }) => approvedPlaylistsCount,
  },
  [TRUSTED],
)

/** The screen /admin/teachers. */
export function AdminTeachers() {
  return (
    <AdminUsers
      userRole="Teacher"
      title="Teachers"
      plural="teachers"
      none="No teachers yet!"
      columns={TEACHERS}
    />
  )
}

const STUDENTS = userColumns({
  head: 'Saved playlists',
  labelled: true,
  numeric: true,
  cell: ({ savedPlaylistsCount }) => savedPlaylistsCount,
})

/** The screen /admin/students. */
export function AdminStudents() {
  return (
    <AdminUsers
      userRole="Student"
      title="Students"
      plural="students"
      none="No students yet!"
      columns={STUDENTS}
    />
  )
}

const OTHERS = userColumns({ head: 'Profession', cell: ({ profession = '' }) => profession })

/** The screen /admin/other. */
export function AdminOthers() {
  return (
    <AdminUsers
      userRole="Other"
      title="Other users"
      plural="other users"
      none="No users yet!"
      columns={OTHERS}
    />
  )
}
