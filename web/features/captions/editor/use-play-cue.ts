import { type RefObject, useEffect, useRef } from 'react'
import type { Cue } from '#contract/captions/captions.ts'
import type { PlayerControl } from '#web/features/video/player/use-playback.ts'

const INTERVAL_MS = 100
/** A player reports its time now and then, so it is never exactly where a cue starts or ends. */
const CLOSE_S = 1

/** A function that plays the video from the start of a cue to its end. It leaves the video alone once the user goes elsewhere. */
export function usePlayCue(control: RefObject<PlayerControl | null>): (cue: Cue) => void {
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  useEffect(() => () => clearInterval(timer.current), [])

  return ({ start, end }) => {
    let hasArrived = false
    clearInterval(timer.current)
    control.current?.playFrom(start)
    timer.current = setInterval(() => {
      const now = control.current?.position() ?? 0
      const isInCue = start - CLOSE_S <= now && now < end
      hasArrived ||= isInCue
      if (isInCue || !hasArrived) return
      clearInterval(timer.current)
      if (now >= end && now < end + CLOSE_S) control.current?.pause()
    }, INTERVAL_MS)
  }
}
