import { useEffect, useEffectEvent, useState } from 'react'
import type { Cue } from '#contract/captions/captions.ts'
import { cueAt } from './paragraphs.ts'

const INTERVAL_MS = 250

/** The index of the cue that the video is at. */
export function useCurrentCue(cues: readonly Cue[], position: () => number): number {
  const [current, setCurrent] = useState(-1)
  const read = useEffectEvent(() => setCurrent(cueAt(cues, position())))
  useEffect(() => {
    read()
    const timer = setInterval(read, INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  return current
}
