import { Suspense } from 'react'
import { lazyPart } from '#web/core/lazy-part.ts'
import { classNames } from '#web/ui/class-names.ts'
import styles from './player.module.css'
import type { PlayerProps } from './player-props.ts'
import type { usePlayback } from './use-playback.ts'

const CaptionStrip = lazyPart(async () => (await import('./caption-strip.tsx')).CaptionStrip)

interface PlayerCaptionsProps extends Pick<PlayerProps, 'captions' | 'settings'> {
  playback: ReturnType<typeof usePlayback>
  isOver: boolean
}

/** The captions while the video is there. The end card reaches down over the place of the strip. */
export function PlayerCaptions({
  captions,
  settings,
  playback: { phase, now },
  isOver,
}: PlayerCaptionsProps) {
  if (!captions?.shown) return null
  if (phase.name === 'ended')
    return isOver ? null : <div className={classNames(styles.strip, styles.underCard)} />
  if (phase.name !== 'video' || phase.ownControls || phase.silence) return null
  return (
    <Suspense fallback={isOver ? null : <div className={styles.strip} />}>
      <CaptionStrip captions={captions} at={now.time} settings={settings} isOver={isOver} />
    </Suspense>
  )
}
