/** A list that is read page by page, as `useInfiniteQuery` returns it. */
export interface PagedList {
  data: { pages: readonly unknown[] } | undefined
  isError: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: (options?: { cancelRefetch?: boolean }) => Promise<PagedList>
}

/**
 * Loads the next page. If the list is being refetched, it waits for that, so that no change is missed. If a refetch begins
 * in the meantime, after a live event for example, TanStack Query drops the request. Then the page is requested again.
 */
export async function loadNextPage(list: PagedList): Promise<void> {
  const loaded = list.data?.pages.length ?? 0
  let current = list
  do current = await current.fetchNextPage({ cancelRefetch: false })
  while (!current.isError && current.hasNextPage && (current.data?.pages.length ?? 0) <= loaded)
}
