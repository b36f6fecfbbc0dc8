import { type MouseEvent, useEffect, useRef } from 'react'
import { Button } from './button.tsx'

interface ShowMoreProps {
  busy: boolean
  onMore: () => void
  /** As wide as its column. */
  block?: boolean
  children?: string
}

/** Reads a list on. Who pressed it goes on at the first of the new items, not at the end of the list or of the page. */
export function ShowMore({ busy, onMore, block, children = 'Show more' }: ShowMoreProps) {
  const goOn = useRef<() => void>(undefined)
  useEffect(() => {
    // Also when it goes: the last page takes the button away, and the focus with it.
    const listed = () => goOn.current?.()
    if (!busy) listed()
    return listed
  }, [busy])

  function press({ currentTarget: button }: MouseEvent): void {
    const list = button.closest('section, main') ?? button
    // 1, 1 and 3 are SHOW_ELEMENT, FILTER_ACCEPT and FILTER_SKIP of NodeFilter, whose names would be downloaded.
    // From the button to the item before it, and on from there: to count a long list takes longer than to read it on.
    const items = document.createTreeWalker(list, 1, ({ nodeName }) => (nodeName === 'LI' ? 1 : 3))
    items.currentNode = button
    items.previousNode()
    goOn.current = () => {
      const first = items.nextNode()
      if (!(first instanceof HTMLElement)) return
      if (![button, document.body].some((each) => each === document.activeElement)) return
      first.tabIndex = -1
      first.focus({ preventScroll: true })
    }
    onMore()
  }

  return (
    <Button block={block} busy={busy} onClick={press}>
      {children}
    </Button>
  )
}
