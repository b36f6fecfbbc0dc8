import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { formatCount, formatTime } from '#contract/format.ts'
import styles from './heat-strip.module.css'
import { barsOf, type Strip, slotWords } from './strip.ts'

interface HeatStripProps {
  strip: Strip
  /** The slot that is marked. */
  slot: number
  /** An arrow key has moved the mark. */
  onMove: (slot: number) => void
  /** The strip was pressed there, or Enter. */
  onPress: (slot: number) => void
  caption: ReactNode
}

/** Above the line who got here, and how many of them watched; below it who stopped. In pixels of the drawing. */
const LINE = 154
const BARS = 143
const STOPS = 50
const HEIGHT = 210
const WIDTH = 10
const MINUTE_S = 60

const STEPS: Readonly<Record<string, (slot: number, last: number, minute: number) => number>> = {
  ArrowLeft: (slot) => slot - 1,
  ArrowDown: (slot) => slot - 1,
  ArrowRight: (slot) => slot + 1,
  ArrowUp: (slot) => slot + 1,
  PageDown: (slot, _, minute) => slot - minute,
  PageUp: (slot, _, minute) => slot + minute,
  Home: () => 0,
  End: (_, last) => last,
}

/** Every part of a video: how many came to it, watched it, and stopped in it. Three paths, however long the video is. */
export function HeatStrip({ strip, slot, onMove, onPress, caption }: HeatStripProps) {
  const { slotSeconds, reached, watched, stopped } = strip
  const captionId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const count = reached.length
  const at = Math.min(slot, count - 1)
  const most = Math.max(1, ...reached, ...watched)
  const { rate, ...words } = slotWords(strip, at)
  const place = (at + 0.5) / count

  useEffect(() => frame.current?.style.setProperty('--at', String(place)), [place])

  function press({ currentTarget, clientX, button }: PointerEvent): void {
    if (button !== 0) return
    const { left, width } = currentTarget.getBoundingClientRect()
    onPress(clamp(Math.floor(((clientX - left) / width) * count), count))
  }
  function move(event: KeyboardEvent): void {
    const to = STEPS[event.key]?.(at, count - 1, MINUTE_S / slotSeconds)
    if (to === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (to === undefined) onPress(at)
    else onMove(clamp(to, count))
  }

  const bars = { width: WIDTH, gap: count > 120 ? 0 : 1.6 }
  return (
    <figure className={styles.figure} aria-labelledby={captionId}>
      <div ref={frame} className={styles.frame}>
        <p className={styles.words} aria-hidden="true">
          <b>{words.time}</b> · {words.reached} · {rate} watched · <b>{words.stopped}</b>
        </p>
        <div
          role="slider"
          tabIndex={0}
          className={styles.strip}
          aria-label="Place in the video"
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={(count - 1) * slotSeconds}
          aria-valuenow={at * slotSeconds}
          aria-valuetext={`${words.time}: ${words.reached}, ${rate} watched, ${words.stopped}`}
          onPointerDown={press}
          onKeyDown={move}
        >
          <svg viewBox={`0 0 ${count * WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            <path
              className={styles.reached}
              d={barsOf(reached, { ...bars, from: LINE - 4, scale: -BARS / most })}
            />
            <path
              className={styles.watched}
              d={barsOf(watched, { ...bars, from: LINE - 4, scale: -BARS / most })}
            />
            <path
              className={styles.stopped}
              d={barsOf(stopped, { ...bars, from: LINE + 4, scale: STOPS / Math.max(1, ...stopped) })}
            />
            <path
              className={styles.line}
              d={`M0 ${LINE}H${count * WIDTH}`}
              vectorEffect="non-scaling-stroke"
            />
            <path
              className={styles.mark}
              d={`M${(at + 0.5) * WIDTH} 0V${HEIGHT}`}
              vectorEffect="non-scaling-stroke"
            />
          </svg>
        </div>
      </div>
      <div className={styles.axis} aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <span key={share}>{formatTime(share * count * slotSeconds)}</span>
        ))}
      </div>
      <figcaption id={captionId}>{caption}</figcaption>
    </figure>
  )
}

const clamp = (slot: number, count: number) => Math.min(Math.max(slot, 0), count - 1)

/** What the colours of the strip mean. */
export function StripLegend() {
  return (
    <p className={styles.legend}>
      <span data-of="reached">Got here</span>
      <span data-of="watched">Watched</span>
      <span data-of="stopped">Stopped here</span>
    </p>
  )
}

/** The numbers of the strip, as rows of a table. */
export const stripRows = (strip: Strip) =>
  strip.reached.map((reached, slot) => [
    `${formatTime(slot * strip.slotSeconds)}–${formatTime((slot + 1) * strip.slotSeconds)}`,
    formatCount(reached),
    slotWords(strip, slot).rate,
    formatCount(strip.stopped[slot] ?? 0),
  ])
