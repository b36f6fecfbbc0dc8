import { useEffect, useEffectEvent, useState } from 'react'

const SECONDS = 7

/** Counts down while `active`, and calls `onEnd` once at zero. */
export function useCountdown(active: boolean, onEnd: () => void): number {
  const [left, setLeft] = useState(SECONDS)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!active) return
    let seconds = SECONDS
    setLeft(seconds)
    const timer = setInterval(() => {
      seconds -= 1
      setLeft(Math.max(0, seconds))
      if (seconds > 0) return
      clearInterval(timer)
      end()
    }, 1000)
    return () => clearInterval(timer)
  }, [active])
  return left
}
