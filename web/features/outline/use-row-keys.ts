import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

interface RowKey {
  kind: 'course' | 'section'
  id: string
  by: -1 | 1
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }

/**
 * Alt+arrows move the row with the focus. The row is rendered in another place then, so the focus follows to the same control
 * of it.
 */
export function useRowKeys(box: RefObject<HTMLElement | null>, move: (key: RowKey) => void) {
  const focus = useRef<string>(undefined)
  const keyed = useEffectEvent((event: KeyboardEvent) => {
    const by = event.altKey ? STEPS[event.key] : undefined
    const target = event.target instanceof HTMLElement ? event.target : undefined
    const row = target?.closest<HTMLElement>('[data-course], [data-section]')
    if (by === undefined || !target || !row || target.matches('input')) return
    event.preventDefault()
    const { course, section } = row.dataset
    const control = target.matches('[aria-haspopup="menu"]')
      ? '[aria-haspopup="menu"]'
      : `[data-control="${target.dataset.control ?? 'grip'}"]`
    follow(course === undefined ? 'section' : 'course', course ?? section ?? '', control)
    move({ kind: course === undefined ? 'section' : 'course', id: course ?? section ?? '', by })
  })
  useEffect(() => {
    const element = box.current
    element?.addEventListener('keydown', keyed)
    return () => element?.removeEventListener('keydown', keyed)
  }, [box])
  useLayoutEffect(() => {
    if (focus.current === undefined) return
    const element = box.current?.querySelector<HTMLElement>(focus.current)
    focus.current = undefined
    element?.focus()
  })

  function follow(kind: RowKey['kind'], id: string, control = '[aria-haspopup="menu"]'): void {
    focus.current = `[data-${kind}="${CSS.escape(id)}"] ${control}`
  }
  /** After a move by the menu: the menu button keeps the focus. */
  return { follow }
}
