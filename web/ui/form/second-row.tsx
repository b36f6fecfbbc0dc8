import type { MouseEvent } from 'react'
import { formatTime } from '#contract/format.ts'
import { useSecond } from '#web/ui/feedback/use-second.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './timed-composer.module.css'

/** The video that a text is about. */
export interface ComposedVideo {
  /** Names the file, because the seconds of another one are others. */
  key: string
  /** In seconds; null while it is unknown. */
  duration: number | null
  /** The second that it is at. */
  position: () => number
}

interface SecondRowProps {
  video: ComposedVideo
  /** The second that the text is about. Until it is fixed, it is the current one. */
  at: number | undefined
  /** The second was fixed in another video. */
  isOfOtherVideo: boolean
  onChange: (at: number) => void
}

const STEP = 5

/** A press leaves the focus in the text. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** The second that a text is about, and buttons that move it. */
export function SecondRow({ video, at, isOfOtherVideo, onChange }: SecondRowProps) {
  const now = useSecond(video.position)
  const shown = at ?? now
  const move = (seconds: number) =>
    onChange(Math.max(0, Math.min(shown + seconds, video.duration ?? Number.POSITIVE_INFINITY)))
  return (
    <>
      <fieldset className={styles.second} aria-label="Second of the video">
        <span>
          At <b aria-live={at === undefined ? 'off' : 'polite'}>{formatTime(shown)}</b>
        </span>
        <Button size="sm" onMouseDown={keepFocus} onClick={() => move(-STEP)}>
          −{STEP} s
        </Button>
        <Button size="sm" onMouseDown={keepFocus} onClick={() => move(STEP)}>
          +{STEP} s
        </Button>
        {at !== undefined && now !== at && (
          <button type="button" className={styles.use} onMouseDown={keepFocus} onClick={() => onChange(now)}>
            Use {formatTime(now)}
          </button>
        )}
      </fieldset>
      <p className={styles.changed} role="status">
        {isOfOtherVideo && 'The video has changed. Check the second.'}
      </p>
    </>
  )
}

interface QuestionBoxProps extends Pick<SecondRowProps, 'video' | 'at'> {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Alone, because its label changes every second until the second is fixed. */
export function QuestionBox({ video, at, checked, onChange }: QuestionBoxProps) {
  const now = useSecond(video.position)
  return (
    <label className={styles.question}>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      Ask this as a question at {formatTime(at ?? now)}
    </label>
  )
}
