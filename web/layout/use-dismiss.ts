import { useEffect, useEffectEvent } from 'react'

/** Runs when Escape is pressed anywhere, while `active`. */
export function useEscape(active: boolean, onEscape: () => void): void {
  const escaped = useEffectEvent(onEscape)
  useEffect(() => {
    if (!active) return
    const listener = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') escaped()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [active])
}

/** While `active`, calls `onPress` when the user presses something outside `area`. */
export function useOutsidePress(
  active: boolean,
  area: { current: HTMLElement | null },
  onPress: () => void,
): void {
  const handlePress = useEffectEvent(({ target }: PointerEvent) => {
    if (target instanceof Node && !area.current?.contains(target)) onPress()
  })
  useEffect(() => {
    if (!active) return
    const listener = (event: PointerEvent) => handlePress(event)
    document.addEventListener('pointerdown', listener)
    return () => document.removeEventListener('pointerdown', listener)
  }, [active])
}

/** How far a page may be scrolled before popups and the drawer close. */
export const SCROLL_LIMIT_PX = 10

/** Runs at every scroll of the page, with its offset, while `active`. */
export function useScrolled(active: boolean, onScroll: (offset: number) => void): void {
  const scrolled = useEffectEvent(() => onScroll(window.scrollY))
  useEffect(() => {
    if (!active) return
    const listener = () => scrolled()
    window.addEventListener('scroll', listener, { passive: true })
    return () => window.removeEventListener('scroll', listener)
  }, [active])
}
