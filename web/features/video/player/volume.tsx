import { BarButton } from './bar-button.tsx'
import styles from './volume.module.css'

interface VolumeProps {
  /** Between 0 and 1; 0 while muted. */
  volume: number
  onVolume: (volume: number) => void
  onMute: () => void
}

export function Volume({ volume, onVolume, onMute }: VolumeProps) {
  return (
    <span className={styles.volume}>
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
