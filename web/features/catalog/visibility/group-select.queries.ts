import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Call } from '#contract/api.ts'
import { useCall } from '#web/core/app-context.tsx'
import { cursorPages } from '#web/core/query-options.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'

const PAGE = '200'

const groupsOf = (call: Call, viewer: string) =>
  infiniteQueryOptions({
    queryKey: ['groups', 'choice', viewer],
    queryFn: ({ signal, pageParam }) =>
      call('groups.list', { query: { limit: PAGE, cursor: pageParam || undefined }, signal }),
    ...cursorPages,
    meta: { silent: true },
  })

/** The groups that the user can choose: their own, all for an admin. Further pages load by themselves. */
export function useGroups(enabled: boolean) {
  const viewer = viewerKey(useCurrentUser())
  const list = useInfiniteQuery({ ...groupsOf(useCall(), viewer), enabled })
  const { hasNextPage, isFetching, isError, fetchNextPage } = list
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  return list
}
