import type { Video } from '#contract/video/video.ts'
import styles from './bar.module.css'
import { allowedRate, ratesOf } from './rates.ts'

interface RateSelectProps {
  video: Video
  rate: number
  onRate: (rate: number) => void
}

/** A native select: the browser draws its list, so it needs no room over the picture. */
export function RateSelect({ video, rate, onRate }: RateSelectProps) {
  const current = allowedRate(video, rate)
  return (
    <select
      className={styles.rate}
      aria-label="Speed"
      value={current}
      onChange={({ target }) => onRate(Number(target.value))}
    >
      {ratesOf(video, current).map((each) => (
        <option key={each} value={each}>
          {each}x
        </option>
      ))}
    </select>
  )
}
