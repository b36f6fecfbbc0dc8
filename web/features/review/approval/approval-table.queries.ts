import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { Call, CallInput } from '#contract/api.ts'
import { cursorPages } from '#web/core/query-options.ts'

const PAGE = '50'

type PlaylistsQuery = Partial<NonNullable<CallInput<'playlists.list'>['query']>>
type CoursesQuery = Partial<NonNullable<CallInput<'courses.list'>['query']>>

/** The previous rows stay visible while a new order loads. */
const table = { ...cursorPages, placeholderData: keepPreviousData, meta: { toast: true } }

const pageOf = <Query extends object>(query: Query, cursor: string) => ({
  status: 'any' as const,
  ...query,
  limit: PAGE,
  cursor: cursor || undefined,
})

/** All playlists of every status. */
export const allPlaylistsOf = (call: Call, query: PlaylistsQuery) =>
  infiniteQueryOptions({
    ...table,
    queryKey: ['admin', 'playlists', query],
    queryFn: ({ pageParam, signal }) =>
      call('playlists.list', { query: { ...pageOf(query, pageParam), view: 'card' }, signal }),
  })

/** All courses of every status. */
export const allCoursesOf = (call: Call, query: CoursesQuery) =>
  infiniteQueryOptions({
    ...table,
    queryKey: ['admin', 'courses', query],
    queryFn: ({ pageParam, signal }) => call('courses.list', { query: pageOf(query, pageParam), signal }),
  })
