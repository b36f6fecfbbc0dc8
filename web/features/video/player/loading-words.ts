import { useEffect, useState } from 'react'
import type { usePlayback } from './use-playback.ts'

const SOON_MS = 300
const LONG_MS = 5000

/** What the user reads while the video does not go on. A short wait needs no words. */
export function useLoadingWords({
  phase,
  now,
}: Pick<ReturnType<typeof usePlayback>, 'phase' | 'now'>): string | undefined {
  const isWaiting = phase.name === 'video' && !phase.ownControls && now.state === 'waiting'
  const waited = useWaited(isWaiting)
  if (waited === 0) return undefined
  if (now.hasFrame) return 'Waiting for the video'
  if (waited < LONG_MS && !now.isSlow) return 'Loading'
  const quality = now.height === undefined ? '' : ` · ${now.height}p`
  return `Loading on a slow connection${quality}`
}

/** How long it has been waiting, in two steps. */
function useWaited(isWaiting: boolean): number {
  const [waited, setWaited] = useState(0)
  useEffect(() => {
    if (!isWaiting) return
    const timers = [SOON_MS, LONG_MS].map((limit) => setTimeout(() => setWaited(limit), limit))
    return () => {
      for (const timer of timers) clearTimeout(timer)
      setWaited(0)
    }
  }, [isWaiting])
  return waited
}
