import { useEffect, useEffectEvent } from 'react'

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
