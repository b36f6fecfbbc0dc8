import type { Playback } from './engine.ts'
import styles from './rate-select.module.css'
import { allowedRate, ratesFor } from './use-engine-settings.ts'

interface RateSelectProps {
  now: Playback
  rate: number
  onRate: (rate: number) => void
}

/** A native select: the browser draws its list, so it needs no room over the picture. */
export function RateSelect({ now, rate, onRate }: RateSelectProps) {
  const current = allowedRate(rate, now.rates)
  return (
    <select
      className={styles.rate}
      aria-label="Speed"
      value={current}
      onChange={({ target }) => onRate(Number(target.value))}
    >
      {ratesFor(now.rates, current).map((each) => (
        <option key={each} value={each}>
          {each}x
        </option>
      ))}
    </select>
  )
}
