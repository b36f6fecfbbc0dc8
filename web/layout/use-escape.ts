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
