import { useEffect, useEffectEvent, useState } from 'react'
import { formatTime } from '#contract/format.ts'
import { notify } from '#web/core/toasts.ts'
import type { Notice } from './notice.ts'
import type { usePlayback } from './use-playback.ts'

/** The part of the video that is repeated. Its end is still open after the first press. */
export interface Repeat {
  from: number
  to?: number
}

/** A–B repeat: the first press sets A, the second sets B, the third ends it. It is not stored. */
export function useRepeat({ now, control }: Pick<ReturnType<typeof usePlayback>, 'now' | 'control'>) {
  const [repeat, setRepeat] = useState<Repeat>()
  const { from = 0, to } = repeat ?? {}
  const isOver = to !== undefined && now.time >= to
  const goBack = useEffectEvent(() => control.seek(from))
  useEffect(() => {
    if (isOver) goBack()
  }, [isOver])

  function mark(): void {
    if (now.duration <= 0) notify.info('Repeating needs a video with an end.')
    else setRepeat(nextOf(repeat, now))
  }

  const notice: Notice | undefined = repeat && {
    text:
      to === undefined
        ? `Repeating from ${formatTime(from)}. Press R at the end.`
        : `Repeating ${formatTime(from)} to ${formatTime(to)}`,
    action: { label: 'Stop', run: () => setRepeat(undefined) },
  }
  return { repeat, mark, notice }
}

function nextOf(repeat: Repeat | undefined, { time, duration }: { time: number; duration: number }) {
  if (repeat?.to !== undefined) return
  // The end of the video would end the repetition, too.
  const at = Math.max(0, Math.min(Math.floor(time), Math.floor(duration) - 2))
  if (!repeat) return { from: at }
  const [from, to] = at < repeat.from ? [at, repeat.from] : [repeat.from, at]
  return { from, to: Math.max(to, from + 1) }
}
