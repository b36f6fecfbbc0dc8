/** A list that is read page by page, as `useInfiniteQuery` returns it. */
export interface PagedList {
  data: { pages: readonly unknown[] } | undefined
  isError: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<PagedList>
}

/**
 * Loads the next page. TanStack Query drops the request for it when the list is refetched at the same time, after a live
 * event for example. Then it is requested again.
 */
export async function loadNextPage(list: PagedList): Promise<void> {
  const loaded = list.data?.pages.length ?? 0
  let current = list
  do current = await current.fetchNextPage()
  while (!current.isError && current.hasNextPage && (current.data?.pages.length ?? 0) <= loaded)
}
