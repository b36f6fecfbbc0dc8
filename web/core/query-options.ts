import type { QueryKey } from '@tanstack/react-query'

/**
 * For queries whose key ends with the viewer: `placeholderData: previousViewerData(key)` shows the data of the previous
 * viewer until the new response arrives. So a page that was rendered for visitors does not show its skeleton again when
 * the user turns out to be logged in.
 */
export function previousViewerData(key: QueryKey) {
  return <Data>(previous: Data | undefined, query: { queryKey: QueryKey } | undefined): Data | undefined =>
    query !== undefined && withoutViewer(query.queryKey) === withoutViewer(key) ? previous : undefined
}

const withoutViewer = (key: QueryKey) => JSON.stringify(key.slice(0, -1))

/**
 * For lists read page by page: spread it into `infiniteQueryOptions` and send `cursor: pageParam || undefined`, then
 * `fetchNextPage` reads on where the last page ended.
 */
export const cursorPages = {
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
}

/**
 * For screens with a loader: a query that failed in the loader is not repeated when the screen mounts, so its error is
 * reported once. Returning to the screen runs the loader again.
 */
export const loadedByRoute = { retryOnMount: false } as const
