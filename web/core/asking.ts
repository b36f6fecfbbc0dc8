import type { QueryKey } from '@tanstack/react-query'

/**
 * For queries whose key ends with the viewer: `placeholderData: asOfAnother(key)` keeps on screen what another viewer
 * saw of the same thing until one's own answer is there. So a page rendered for visitors does not fall back to its
 * skeleton when it turns out that somebody is logged in.
 */
export function asOfAnother(key: QueryKey) {
  return <Data>(previous: Data | undefined, query: { queryKey: QueryKey } | undefined): Data | undefined =>
    query !== undefined && thing(query.queryKey) === thing(key) ? previous : undefined
}

const thing = (key: QueryKey) => JSON.stringify(key.slice(0, -1))

/**
 * For lists read page by page: spread it into `infiniteQueryOptions` and send `cursor: pageParam || undefined`, then
 * `fetchNextPage` reads on where the last page ended.
 */
export const pageByPage = {
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
}

/**
 * For the screen of a loader: what failed while the screen was on its way is not asked for again, and told twice, when it
 * arrives. Coming back runs the loader and asks again.
 */
export const askedByLoader = { retryOnMount: false } as const
