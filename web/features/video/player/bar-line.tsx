import type { ReactNode } from 'react'
import { formatTime } from '#contract/format.ts'
import styles from './bar.module.css'
import { CorrectionLine, correctionAt } from './corrections.tsx'
import type { Notice } from './notice.ts'
import { chapterAt, type Marks, nearestMark } from './slider-marks.tsx'
import type { Flash } from './use-flash.ts'

interface BarLineProps {
  notice: Notice | undefined
  /** Of the videos of hosts, which allow nothing over their picture. */
  flash: Flash | undefined
  time: number
  duration: number
  /** The second under the pointer on the slider. */
  pointed: number | undefined
  marks: Marks
}

/** The line of the bar: a notice, the second under the pointer, the correction of this second, or the chapter. */
export function BarLine({ notice, flash, time, duration, pointed, marks }: BarLineProps) {
  return (
    <>
      <span role="status" className={notice ? styles.notice : 'sr'} data-words={notice?.action === undefined}>
        {notice?.text}
        {notice?.action && (
          <button type="button" onClick={notice.action.run}>
            {notice.action.label}
          </button>
        )}
      </span>
      {!notice && (
        <span className={styles.chapter} dir="auto">
          {flash?.text ??
            (pointed === undefined ? lineAt(time, marks) : pointedText(pointed, marks, duration))}
        </span>
      )}
    </>
  )
}

/** The correction of this second, or else its chapter. */
function lineAt(seconds: number, { chapters, corrections }: Marks): ReactNode {
  const correction = correctionAt(corrections, seconds)
  return correction ? <CorrectionLine text={correction.text} /> : chapterAt(chapters, seconds)
}

/** The position under the pointer on the slider. */
function pointedText(seconds: number, marks: Marks, duration: number): ReactNode {
  const mark = nearestMark(seconds, marks, duration)
  return (
    <>
      <b>{formatTime(mark?.at ?? seconds)}</b> {mark?.label ?? chapterAt(marks.chapters, seconds)}
    </>
  )
}
