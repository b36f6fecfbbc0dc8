import { useEffect, useEffectEvent, useRef } from 'react'
import styles from './bar.module.css'
import { BarButton } from './bar-button.tsx'

interface VolumeProps {
  /** Between 0 and 1; 0 while muted. */
  volume: number
  onVolume: (volume: number) => void
  onMute: () => void
  /** One step louder (1) or quieter (-1). */
  onStep: (step: 1 | -1) => void
}

export function Volume({ volume, onVolume, onMute, onStep }: VolumeProps) {
  const control = useRef<HTMLSpanElement>(null)
  const turn = useEffectEvent((event: WheelEvent) => {
    if (event.deltaY === 0 || event.ctrlKey) return
    event.preventDefault()
    onStep(event.deltaY < 0 ? 1 : -1)
  })
  useEffect(() => {
    const element = control.current
    const listener = (event: WheelEvent) => turn(event)
    // React's own listener is passive, so the page would scroll as well.
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [])
  return (
    <span ref={control} className={styles.volume}>
      <BarButton
        icon={volume === 0 ? 'muted' : 'volume'}
        label={volume === 0 ? 'Unmute' : 'Mute'}
        onClick={onMute}
      />
      <input
        type="range"
        aria-label="Volume"
        min={0}
        max={100}
        step={5}
        value={Math.round(volume * 100)}
        aria-valuetext={`${Math.round(volume * 100)}%`}
        onChange={({ target }) => onVolume(Number(target.value) / 100)}
      />
    </span>
  )
}
