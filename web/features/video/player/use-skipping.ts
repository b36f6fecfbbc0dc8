import { useEffect, useEffectEvent, useState } from 'react'
import { formatTime } from '#contract/format.ts'
import type { Ranges } from '#contract/learning/progress.ts'
import type { Notice } from './notice.ts'
import { skipTarget } from './skip-watched.ts'
import type { usePlayback } from './use-playback.ts'

const NOTICE_MS = 8000

/** "Watch the rest": plays the parts that are not watched, and skips what is. */
export function useSkipping(
  { now, control }: Pick<ReturnType<typeof usePlayback>, 'now' | 'control'>,
  first: Ranges | undefined,
) {
  const [parts, setParts] = useState(first)
  const [skipped, setSkipped] = useState<number>()
  const target = parts && now.state === 'playing' ? skipTarget(parts, now.time, now.duration) : undefined
  const skip = useEffectEvent((to: number) => {
    setSkipped(to - now.time)
    control.seek(to)
  })
  useEffect(() => {
    if (target !== undefined) skip(target)
  }, [target])
  useEffect(() => {
    if (skipped === undefined) return
    const timer = setTimeout(() => setSkipped(undefined), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [skipped])

  const notice: Notice | undefined =
    parts && skipped !== undefined
      ? {
          text: `Skipped ${formatTime(skipped)} that you have watched.`,
          action: { label: 'Play everything', run: () => setParts(undefined) },
        }
      : undefined
  return { playParts: setParts, notice }
}
