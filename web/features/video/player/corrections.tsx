import type { Correction } from '#contract/video/video.ts'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './corrections.module.css'

/** For so many seconds the bar shows a correction. */
const SHOWN_S = 8

/** The correction that the bar shows at this second. */
export const correctionAt = (corrections: readonly Correction[], seconds: number): Correction | undefined =>
  corrections.findLast(({ at }) => at <= seconds && seconds < at + SHOWN_S)

/** In place of the chapter. */
export function CorrectionLine({ text }: { text: string }) {
  return (
    <span className={styles.line} title={text}>
      <Icon name="alert-triangle" size="sm" />
      Correction: <bdi>{text}</bdi>
    </span>
  )
}

/** Triangles on the line of the slider. */
export function CorrectionMarks({
  corrections,
  x,
}: {
  corrections: readonly Correction[]
  /** Where a second is. */
  x: (seconds: number) => string
}) {
  return [...new Set(corrections.map(({ at }) => at))].map((at) => (
    <svg key={at} x={x(at)} overflow="visible" aria-hidden="true">
      <path className={styles.mark} d="M0 11.5l7.5 13h-15z" />
    </svg>
  ))
}
