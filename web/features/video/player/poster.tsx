import type { Ranges } from '#contract/learning/progress.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import type { PlayedCourse, StartOptions } from './player-props.ts'
import styles from './poster.module.css'

export const POSTER_SIZES = '(min-width: 1200px) 960px, 100vw'

interface PosterProps {
  course: PlayedCourse
  category: string
  start: StartOptions
  /** Where the video starts over. */
  first: number
  onStart: (at: number, parts?: Ranges) => void
}

/** Replaces the picture until the user starts the video: nothing is loaded from the host before. */
export function Poster({ course, category, start, first, onStart }: PosterProps) {
  const { videoTitle, tutorialImage, playlist } = course
  const { at, label, detail, rest, startOver = false, elsewhere } = start
  const name = label === 'Play' ? `Play video: ${videoTitle}` : `${label}: ${videoTitle}`
  return (
    <div className={styles.poster}>
      <Picture
        image={tutorialImage}
        sizes={POSTER_SIZES}
        priority
        fallback={{ category, seed: playlist._id }}
      />
      <div className={styles.shade} />
      <span className={styles.disc}>
        <Icon name="play" />
      </span>
      <div className={styles.foot}>
        <Button
          variant="panelPrimary"
          size="lg"
          className={styles.start}
          aria-label={name}
          onClick={() => onStart(at, rest)}
        >
          <Icon name="play" />
          {label}
        </Button>
        {detail && <span className={styles.detail}>{detail}</span>}
        {elsewhere && (
          <Button
            variant="panel"
            size="lg"
            className={styles.elsewhere}
            onClick={() => onStart(elsewhere.at)}
          >
            {elsewhere.label}
          </Button>
        )}
        {startOver && (
          <button type="button" className={styles.over} onClick={() => onStart(first)}>
            Start over
          </button>
        )}
      </div>
    </div>
  )
}
