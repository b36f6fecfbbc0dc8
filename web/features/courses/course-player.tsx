import { useState } from 'react'
import type { Course } from '#contract/courses.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './course-player.module.css'

const ALLOWED = 'accelerometer; autoplay; encrypted-media; gyroscope; picture-in-picture; fullscreen'

const embedOf = (videoId: string) =>
  `https://www.youtube-nocookie.com/embed/${encodeURIComponent(videoId)}?autoplay=1&rel=0`

/** A constant function, so that React calls it only when the frame is mounted, not on every render. */
const focusFrame = (frame: HTMLIFrameElement | null) => frame?.focus({ preventScroll: true })

/** The video. The player is fetched after a click, so its host learns nothing before (security.md section 2.2). */
export function CoursePlayer({ course, category }: { course: Course; category: string }) {
  const [playing, setPlaying] = useState(false)
  const { videoLink, videoTitle, tutorialImage, playlist } = course
  if (playing && videoLink !== undefined) {
    return (
      <div className={styles.player}>
        <iframe
          ref={focusFrame}
          className={styles.frame}
          src={embedOf(videoLink)}
          title={videoTitle}
          allow={ALLOWED}
          referrerPolicy="strict-origin-when-cross-origin"
        />
      </div>
    )
  }
  return (
    <div className={styles.player}>
      <Picture
        image={tutorialImage}
        sizes="(min-width: 1200px) 800px, 100vw"
        priority
        fallback={{ category, seed: playlist._id }}
      />
      <div className={styles.shade} />
      <button
        type="button"
        className={styles.start}
        aria-label={`Play video: ${videoTitle}`}
        onClick={() => setPlaying(true)}
      >
        <span className={styles.disc}>
          <Icon name="play" size="lg" />
        </span>
      </button>
    </div>
  )
}
