import { type MouseEvent, useEffect, useRef } from 'react'
import { Button } from '#web/ui/navigation/button.tsx'

interface ShowMoreProps {
  list: PagedList
  /** Fills the width of its column. */
  block?: boolean
  children?: string
}

/** Loads the next page of a list and moves the focus from the button to the first new item. */
export function ShowMore({ list, block, children = 'Show more' }: ShowMoreProps) {
  const busy = list.isFetchingNextPage
  const focusNew = useRef<() => void>(undefined)
  useEffect(() => {
    const focusAdded = () => focusNew.current?.()
    if (!busy) focusAdded()
    // After the last page the button is removed, and the focus would be lost.
    return focusAdded
  }, [busy])

  function press({ currentTarget: button }: MouseEvent): void {
    const items = (button.closest('section, main') ?? button).getElementsByTagName('li')
    const { length } = items
    focusNew.current = () => {
      const firstNew = items[length]
      if (!(firstNew && [button, document.body].some((each) => each === document.activeElement))) return
      firstNew.tabIndex = -1
      firstNew.focus({ preventScroll: true })
    }
    void loadNextPage(list)
  }

  return (
    <Button block={block} busy={busy} onClick={press}>
      {children}
    </Button>
  )
}

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
