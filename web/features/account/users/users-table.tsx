import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Role } from '#contract/account/user-fields.ts'
import type { User } from '#contract/account/users.ts'
import type { Call, CallInput } from '#contract/api.ts'
import { cursorPages } from '#web/core/query-options.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { type Column, DataTable, type Order } from '#web/ui/table/data-table.tsx'
import { ItemCell } from '#web/ui/table/item-cell.tsx'
import { AccountMenu } from './account-menu.tsx'
import { USERS } from './users.queries.ts'
import styles from './users-table.module.css'

/** The sort keys of the server. */
export const USER_SORTS = ['name', 'email', 'created'] as const

/** The one column that differs between the roles. */
type RoleColumn = Pick<Column<User>, 'head' | 'labelled' | 'numeric' | 'cell'>

interface UsersTableProps {
  users: User[]
  columns: Column<User>[]
  /** New rows are loading. */
  stale: boolean
  sorted: { by: string; order: Order }
  onSort: (by: string, order: Order) => void
}

const noteOf = ({ isAdmin, suspended }: User) =>
  [isAdmin && 'Admin', suspended && 'Suspended'].filter(Boolean).join(' · ') || undefined

const NAME: Column<User> = {
  area: 'main',
  head: 'Name',
  sort: 'name',
  cell: (user) => (
    <ItemCell
      round
      picture={<Avatar user={user} size={40} />}
      title={
        <TextLink to={`/admin/people/${user._id}`} className={styles.name}>
          <bdi>{user.username}</bdi>
        </TextLink>
      }
      text={noteOf(user)}
    />
  ),
}
const EMAIL: Column<User> = {
  area: 'by',
  head: 'Email',
  sort: 'email',
  cell: ({ email }) => <span className={styles.email}>{email}</span>,
}
const JOINED: Column<User> = {
  area: 'date',
  head: 'Joined',
  sort: 'created',
  numeric: true,
  cell: ({ createdAt }) => createdAt.slice(0, 10),
}

const ACCOUNT: Column<User> = {
  area: 'actions',
  head: 'Account',
  hideHead: true,
  cell: (user) => <AccountMenu user={user} />,
}

/** `further` columns stand between the date and the menu. */
export const userColumns = (roleColumn: RoleColumn, further: Column<User>[] = []): Column<User>[] => [
  NAME,
  EMAIL,
  { area: 'category', ...roleColumn },
  JOINED,
  ...further,
  ACCOUNT,
]

/** The users of one role, for admins. */
export function UsersTable({ users, columns, stale, sorted, onSort }: UsersTableProps) {
  return (
    <DataTable layout="users" columns={columns} rows={users} stale={stale} sort={sorted} onSort={onSort} />
  )
}

const TABLE_PAGE = '50'

type UserFilters = Pick<NonNullable<CallInput<'users.list'>['query']>, 'q' | 'sort' | 'order'>

/** The users of one role for an admin, with their e-mail addresses, filtered and sorted by the server. */
export const userRowsOf = (call: Call, role: Role, filters: UserFilters) =>
  infiniteQueryOptions({
    queryKey: [USERS, 'table', role, filters],
    queryFn: ({ signal, pageParam }) =>
      call('users.list', {
        query: { ...filters, role, limit: TABLE_PAGE, cursor: pageParam || undefined },
        signal,
      }),
    ...cursorPages,
    // The previous rows stay visible while a new order loads, but never those of another role.
    placeholderData: (previous, query) => (query?.queryKey[2] === role ? previous : undefined),
  })
