import { useEffect, useEffectEvent, useState } from 'react'

const INTERVAL_MS = 250

/** The current whole second of a video. */
export function useSecond(position: () => number): number {
  const [second, setSecond] = useState(() => Math.floor(position()))
  const read = useEffectEvent(() => setSecond(Math.floor(position())))
  useEffect(() => {
    read()
    const timer = setInterval(read, INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  return second
}
