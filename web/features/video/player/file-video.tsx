import { useEffect, useEffectEvent, useRef } from 'react'
import type { Video } from '#contract/video/video.ts'
import type { Engine, Playback } from './engine.ts'
import { fileEngine } from './file-engine.ts'
import styles from './file-video.module.css'
import { listenForPresses, type PictureCommands } from './picture-presses.ts'

interface FileVideoProps {
  video: Video
  title: string
  /** The address of the picture that is shown for sound alone. */
  poster: string
  /** Where playback starts, in seconds. */
  at: number
  commands: PictureCommands
  onReport: (engine: Engine, now: Playback) => void
  onExpired: (() => Promise<string | undefined>) | undefined
}

/** An uploaded video. It starts at once, because it is rendered after the user has asked for it. */
export function FileVideo({ video, title, poster, at, commands, onReport, onExpired }: FileVideoProps) {
  const element = useRef<HTMLVideoElement>(null)
  const handleReport = useEffectEvent(onReport)
  const renew = useEffectEvent(async () => onExpired?.())
  const commandsNow = useEffectEvent(() => commands)
  const { master } = video
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer address or another start does not start it again
  useEffect(() => {
    if (element.current === null) return
    const engine = fileEngine(element.current, { master, at, renew: () => renew() })
    engine.on((now) => handleReport(engine, now))
    const stopListening = listenForPresses(element.current, () => commandsNow())
    return () => {
      stopListening()
      engine.destroy()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useMediaCaption: captions are shown below the picture
    <video
      ref={element}
      className={styles.file}
      aria-label={title}
      poster={poster}
      playsInline
      preload="auto"
    />
  )
}
