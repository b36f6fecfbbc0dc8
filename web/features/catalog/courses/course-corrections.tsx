import { formatTime } from '#contract/format.ts'
import { Icon } from '#web/ui/picture/icon.tsx'
import { TimeLink } from '#web/ui/text/time-link.tsx'
import styles from './course-corrections.module.css'
import { useWatch } from './watch-context.tsx'

/** What the teacher corrects in the video, each with its second; nothing if there are no corrections. */
export function CourseCorrections() {
  const { course, player } = useWatch()
  const { corrections = [] } = course
  if (corrections.length === 0) return null
  return (
    <section className={styles.corrections} aria-labelledby="corrections">
      <h2 id="corrections">
        <Icon name="alert-triangle" size="sm" />
        Corrections
      </h2>
      <ul>
        {corrections.map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            <TimeLink at={at} onSeek={player.seek}>
              {formatTime(at)}
            </TimeLink>{' '}
            <span dir="auto">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
