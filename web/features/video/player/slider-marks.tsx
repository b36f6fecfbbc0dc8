import { memo } from 'react'
import type { Ranges } from '#contract/learning/progress.ts'
import type { Chapter, Correction } from '#contract/video/video.ts'
import { classNames } from '#web/ui/class-names.ts'
import { CorrectionMarks } from './corrections.tsx'
import styles from './slider.module.css'
import type { Repeat } from './use-repeat.ts'

/** A comment that is about a second of the video. */
export interface CommentMark {
  at: number
  question: boolean
}

export interface Marks {
  watched: Ranges
  chapters: readonly Chapter[]
  corrections: readonly Correction[]
  /** The seconds of the user's notes. */
  notes: readonly number[]
  bookmarks: readonly number[]
  /** The seconds that the user is writing about. */
  written: readonly number[]
  comments: readonly CommentMark[]
}

interface SliderMarksProps {
  marks: Marks
  duration: number
  repeat: Repeat | undefined
  pointed: number | undefined
}

const BUBBLE =
  'M-4.5 30.5h9a1 1 0 0 1 1 1v4.5a1 1 0 0 1-1 1h-3.5l-2 2.2v-2.2h-3.5a1 1 0 0 1-1-1v-4.5a1 1 0 0 1 1-1z'
const FLAG = 'M-4 1.5h8v10l-4-3l-4 3z'
/** A mark is pointed at within this part of the duration. */
const NEAR = 0.01

/**
 * Thin line: not watched. Thick line: watched. Ticks: chapters. Triangles: corrections. Dots above: own notes. Flags: bookmarks.
 * Rings: what the user is writing about. Bubbles below: comments. Brackets: what is repeated.
 */
export const SliderMarks = memo(function SliderMarks({ marks, duration, repeat, pointed }: SliderMarksProps) {
  const { watched, chapters, corrections, notes, bookmarks, written, comments } = marks
  const x = (seconds: number) => `${duration > 0 ? Math.min(100, (seconds / duration) * 100).toFixed(2) : 0}%`
  const isPointed = (at: number) => pointed !== undefined && Math.abs(at - pointed) <= duration * NEAR
  return (
    <svg className={styles.marks} aria-hidden="true" width="100%" height="40">
      <rect className={styles.line} x="0" y="19" width="100%" height="2" rx="1" />
      {watched.map(([from, to]) => (
        <rect
          key={from}
          className={styles.watched}
          x={x(from)}
          y="17"
          width={x(to - from)}
          height="6"
          rx="3"
        />
      ))}
      {chapters
        .filter(({ at }) => at > 0)
        .map(({ at }) => (
          <svg key={at} x={x(at)} overflow="visible" aria-hidden="true">
            <rect className={styles.tick} x="-1" y="14" width="2" height="12" />
          </svg>
        ))}
      <CorrectionMarks corrections={corrections} x={x} />
      {[...new Set(notes)].map((at) => (
        <circle key={at} className={styles.note} cx={x(at)} cy="6" r={isPointed(at) ? 6 : 4} />
      ))}
      {[...new Set(bookmarks)].map((at) => (
        <svg key={at} x={x(at)} overflow="visible" aria-hidden="true">
          <path className={styles.note} d={FLAG} />
        </svg>
      ))}
      {[...new Set(written)].map((at) => (
        <circle key={at} className={styles.ring} cx={x(at)} cy="6" r="5" />
      ))}
      {comments.map(({ at, question }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two comments can be about the same second
        <svg key={`${at} ${index}`} x={x(at)} overflow="visible" aria-hidden="true">
          <path className={classNames(styles.comment, question && styles.question)} d={BUBBLE} />
        </svg>
      ))}
      {repeat && <Bracket x={x(repeat.from)} d="M4 10h-4v20h4" />}
      {repeat?.to !== undefined && <Bracket x={x(repeat.to)} d="M-4 10h4v20h-4" />}
    </svg>
  )
})

function Bracket({ x, d }: { x: string; d: string }) {
  return (
    <svg x={x} overflow="visible" aria-hidden="true">
      <path className={styles.bracket} d={d} />
    </svg>
  )
}

export const chapterAt = (chapters: readonly Chapter[], seconds: number): string =>
  chapters.findLast(({ at }) => at <= seconds)?.title ?? ''

/** The note, bookmark, question, comment or correction that is pointed at. */
export function nearestMark(
  seconds: number,
  {
    corrections,
    notes,
    bookmarks,
    comments,
  }: Pick<Marks, 'corrections' | 'notes' | 'bookmarks' | 'comments'>,
  duration: number,
): { at: number; label: string } | undefined {
  const marks = [
    ...notes.map((at) => ({ at, label: 'Your note' })),
    ...bookmarks.map((at) => ({ at, label: 'Your bookmark' })),
    ...comments.map(({ at, question }) => ({ at, label: question ? 'Question' : 'Comment' })),
    ...corrections.map(({ at, text }) => ({ at, label: `Correction: ${text}` })),
  ]
  const distance = ({ at }: { at: number }) => Math.abs(at - seconds)
  return marks
    .filter((mark) => distance(mark) <= duration * NEAR)
    .sort((a, b) => distance(a) - distance(b))[0]
}
