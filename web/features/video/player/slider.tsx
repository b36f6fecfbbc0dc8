import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatTime } from '#contract/format.ts'
import type { Playback } from './engine.ts'
import styles from './slider.module.css'
import { chapterAt, type Marks, SliderMarks } from './slider-marks.tsx'
import type { Repeat } from './use-repeat.ts'

interface SliderProps {
  now: Playback
  enabled: boolean
  marks: Marks
  repeat: Repeat | undefined
  /** The second under the pointer. */
  pointed: number | undefined
  onPoint: (seconds: number | undefined) => void
  onSeek: (seconds: number) => void
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -60,
  PageUp: 60,
}
/** The line begins and ends at the middle of the thumb. */
const INSET_PX = 8

/** The position: a native range over a drawing of what was watched, the chapters, notes and comments. */
export function Slider({ now, enabled, marks, repeat, pointed, onPoint, onSeek }: SliderProps) {
  const { time, duration } = now
  const { input, dragged, setDragged } = useDrag(onSeek)
  const shown = Math.floor(dragged ?? time)
  const chapter = chapterAt(marks.chapters, shown)

  function step(event: KeyboardEvent): void {
    const seconds = STEPS[event.key]
    if (seconds === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    onSeek(time + seconds)
  }
  function point({ currentTarget, clientX, pointerType }: PointerEvent): void {
    if (duration <= 0 || pointerType === 'touch') return
    const { left, width } = currentTarget.getBoundingClientRect()
    const part = (clientX - left - INSET_PX) / (width - 2 * INSET_PX)
    onPoint(Math.min(1, Math.max(0, part)) * duration)
  }

  return (
    <div className={styles.slider} onPointerMove={point} onPointerLeave={() => onPoint(undefined)}>
      <SliderMarks marks={marks} duration={duration} repeat={repeat} pointed={pointed} />
      <input
        ref={input}
        type="range"
        aria-label="Position"
        aria-valuetext={`${formatTime(shown)} of ${formatTime(duration)}${chapter ? `, ${chapter}` : ''}`}
        min={0}
        max={Math.max(1, Math.floor(duration))}
        value={shown}
        disabled={!enabled || duration <= 0}
        onChange={({ target }) => setDragged(Number(target.value))}
        onKeyDown={step}
      />
    </div>
  )
}

/** While the thumb is dragged it stays where it is; the video follows when it is let go. */
function useDrag(onSeek: (seconds: number) => void) {
  const input = useRef<HTMLInputElement>(null)
  const [dragged, setDragged] = useState<number>()
  const commit = useEffectEvent((seconds: number) => {
    setDragged(undefined)
    onSeek(seconds)
  })
  useEffect(() => {
    const range = input.current
    // React's onChange is the browser's input event; only its change event says that the user has let go.
    const listener = () => commit(Number(range?.value))
    range?.addEventListener('change', listener)
    return () => range?.removeEventListener('change', listener)
  }, [])
  return { input, dragged, setDragged }
}
