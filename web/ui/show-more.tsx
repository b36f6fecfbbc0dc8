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
    const items = button.closest('section, main')?.getElementsByTagName('li')
    const known = items?.length ?? 0
    goOn.current = () => {
      const first = items?.[known]
      if (!(first && [button, document.body].some((each) => each === document.activeElement))) return
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
