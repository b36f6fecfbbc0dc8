import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Role } from '#contract/account/user-fields.ts'
import type { Call, CallInput } from '#contract/api.ts'
import { cursorPages } from '#web/core/query-options.ts'
import { USERS } from './users.queries.ts'

const TABLE_PAGE = '50'

export type UserFilters = Pick<NonNullable<CallInput<'users.list'>['query']>, 'q' | 'sort' | 'order'>

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
