import { useEffect, useState } from 'react'
import type { IconName } from '#web/ui/picture/icon.tsx'

const SHOWN_MS = 500

/** A short answer to a key or a press. */
export interface Flash {
  icon?: IconName
  text: string
  /** The seconds of a skip. */
  skipped?: number
}

/** The current flash, and a function that shows one. Skips in the same direction add up: "+20 s". */
export function useFlash(): [Flash | undefined, (flash: Flash) => void] {
  const [flash, setFlash] = useState<Flash>()
  useEffect(() => {
    if (!flash) return
    const timer = setTimeout(() => setFlash(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [flash])
  return [flash, (next) => setFlash((before) => addSkips(before, next))]
}

export const skipFlash = (seconds: number): Flash => ({
  text: `${seconds < 0 ? '−' : '+'}${Math.abs(seconds)} s`,
  skipped: seconds,
})

function addSkips(before: Flash | undefined, next: Flash): Flash {
  const { skipped: sum = 0 } = before ?? {}
  return next.skipped !== undefined && sum * next.skipped > 0 ? skipFlash(sum + next.skipped) : next
}
