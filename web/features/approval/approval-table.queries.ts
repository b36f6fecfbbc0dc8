import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { Call, CallInput } from '#contract/api.ts'

const PAGE = '50'
const nextOf = ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined

type PlaylistsQuery = NonNullable<CallInput<'playlists.list'>['query']>
type CoursesQuery = NonNullable<CallInput<'courses.list'>['query']>

/** Everybody's playlists of every status. */
export const allPlaylistsOf = (call: Call, query: Partial<PlaylistsQuery>) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'playlists', query],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call('playlists.list', {
        query: { status: 'any', ...query, limit: PAGE, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: nextOf,
    placeholderData: keepPreviousData,
    meta: { toast: true },
  })

/** Everybody's courses of every status. */
export const allCoursesOf = (call: Call, query: Partial<CoursesQuery>) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'courses', query],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call('courses.list', {
        query: { status: 'any', ...query, limit: PAGE, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: nextOf,
    placeholderData: keepPreviousData,
    meta: { toast: true },
  })
