import { useEffect, useEffectEvent, useRef } from 'react'
import type { Video } from '#contract/video/video.ts'
import type { Engine, Playback } from './engine.ts'
import type { Host } from './hosts.ts'
import styles from './player.module.css'

const ALLOWED = 'accelerometer; autoplay; encrypted-media; gyroscope; picture-in-picture; fullscreen'

interface HostFrameProps {
  host: Host
  video: Video
  title: string
  /** Where playback starts, in seconds. */
  at: number
  /** The host shows its own controls and is not controlled by us. */
  ownControls: boolean
  onReport: (engine: Engine, now: Playback) => void
}

/** The host's player. It starts at once, because it is rendered after the user has asked for it. */
export function HostFrame({ host, video, title, at, ownControls, onReport }: HostFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const handleReport = useEffectEvent(onReport)
  useEffect(() => {
    if (frame.current === null || ownControls) return
    const engine = host.connect(frame.current)
    engine.on((now) => handleReport(engine, now))
    return () => engine.destroy()
  }, [host, ownControls])
  return (
    <iframe
      ref={frame}
      className={styles.host}
      src={host.embedAddress(video, { at, ownControls })}
      title={title}
      allow={ALLOWED}
      referrerPolicy="strict-origin-when-cross-origin"
    />
  )
}
