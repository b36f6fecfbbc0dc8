import { useCallback, useRef } from 'react'
import type { PlayerControl } from '#web/features/video/player/use-playback.ts'

/** The player for the rest of the page: where it is, and moving it. */
export function useVideoControl() {
  const control = useRef<PlayerControl>(null)
  const area = useRef<HTMLDivElement>(null)
  const position = useCallback(() => control.current?.position() ?? 0, [])
  const seek = useCallback((seconds: number) => {
    control.current?.seek(seconds)
    area.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return { control, area, position, seek }
}
