import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call, CallInput } from '#contract/api.ts'
import { cursorPages } from '#web/core/query-options.ts'

const PEOPLE = 'people'
const PAGE = '50'

export type PeopleFilters = Pick<
  NonNullable<CallInput<'people.list'>['query']>,
  'q' | 'role' | 'state' | 'group' | 'sort' | 'order'
>

/** Everybody, for admins: narrowed and sorted by the server. */
export const peopleOf = (call: Call, filters: PeopleFilters) =>
  infiniteQueryOptions({
    queryKey: [PEOPLE, 'list', filters],
    queryFn: ({ signal, pageParam }) =>
      call('people.list', {
        query: { ...filters, limit: PAGE, cursor: pageParam || undefined },
        signal,
      }),
    ...cursorPages,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** How many people the site has. */
export const everybodyOf = (call: Call) =>
  queryOptions({
    queryKey: [PEOPLE, 'count'],
    queryFn: ({ signal }) => call('people.list', { query: { limit: '1' }, signal }),
    select: ({ everybody }) => everybody,
    meta: { silent: true },
  })
