import { useInfiniteQuery } from '@tanstack/react-query'
import type { Role } from '#contract/people.ts'
import { useCall } from '#web/core/parts.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { useTableState } from '#web/features/approval/use-table-state.ts'
import { PeopleFilter } from '#web/features/users/people-filter.tsx'
import { peopleOf } from '#web/features/users/users-table.queries.ts'
import { type RoleColumn, USER_SORTS, UsersTable } from '#web/features/users/users-table.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { RowSkeletons } from '#web/ui/skeleton.tsx'
import { TableFrame } from '#web/ui/table-frame.tsx'

interface AdminPeopleProps {
  who: Role
  /** Heading of the table, and what its search is called, in lower case. */
  title: string
  of: string
  roleColumn: RoleColumn
  /** The specification's sentence for nobody. */
  none: string
}

/** Specification section 2, admin area: everybody of one role, sorted and narrowed by the server. */
export function AdminPeople({ who, title, of, roleColumn, none }: AdminPeopleProps) {
  const { q, sorted, change } = useTableState(USER_SORTS)
  const user = useCurrentUser()
  const narrowed = { ...(q && { q }), ...(sorted && { sort: sorted.by, order: sorted.order }) }
  const { data, isPending, isFetchingNextPage, hasNextPage, fetchNextPage } = useInfiniteQuery({
    ...peopleOf(useCall(), who, narrowed),
    enabled: user?.isAdmin === true,
  })
  const users = data?.pages.flatMap((page) => page.users) ?? []
  const more = hasNextPage ? { busy: isFetchingNextPage, load: () => void fetchNextPage() } : undefined

  return (
    <>
      <ScreenTitle screen={`Admin ${of}`} unlisted />
      <TableFrame
        title={title}
        action={<PeopleFilter of={of} q={q} onFilter={(words) => change({ q: words })} />}
      >
        {isPending && (
          <Loading what={of}>
            <RowSkeletons count={5} />
          </Loading>
        )}
        {!isPending && users.length === 0 && (
          <EmptyState drawing="people" small bare title={none} help={q && `Nobody matches “${q}”.`} />
        )}
        {users.length > 0 && (
          <UsersTable
            users={users}
            roleColumn={roleColumn}
            sorted={sorted}
            onSort={(by, order) => change({ sort: by, order })}
            more={more}
          />
        )}
      </TableFrame>
    </>
  )
}
