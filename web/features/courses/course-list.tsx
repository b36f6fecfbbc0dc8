import type { Playlist, PlaylistCourse } from '#contract/playlists.ts'
import { NOT_AVAILABLE } from '#contract/unavailable.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { formatTime } from '#web/ui/format-time.ts'
import { Link } from '#web/ui/link.tsx'
import { ProgressLine } from '#web/ui/progress-line.tsx'
import { Thumb } from '#web/ui/thumb.tsx'
import { Tick } from '#web/ui/tick.tsx'
import { watchAddress } from './course-links.ts'
import styles from './course-list.module.css'
import type { CourseState, CourseStates } from './course-state.ts'

interface CourseListProps {
  playlist: Playlist
  /** Absent for a visitor, and until it is loaded. */
  states: CourseStates | undefined
  /** The course to continue. */
  nextId: string | undefined
}

/** The videos of a playlist, each with its number or tick and its duration. */
export function CourseList({ playlist, states, nextId }: CourseListProps) {
  return (
    <ol className={styles.list}>
      {playlist.courses.map((course, index) => (
        <li key={course._id}>
          <Row
            playlist={playlist}
            course={course}
            number={index + 1}
            state={states?.get(course._id)}
            isNext={course._id === nextId}
          />
        </li>
      ))}
    </ol>
  )
}

interface RowProps {
  playlist: Playlist
  course: PlaylistCourse
  number: number
  state: CourseState | undefined
  isNext: boolean
}

function Row({ playlist, course, number, state, isNext }: RowProps) {
  const { _id, videoTitle, tutorialImage, durationSeconds, unavailableSince } = course
  return (
    <Link
      to={watchAddress(playlist._id, _id)}
      className={classNames(styles.row, isNext && styles.next)}
      data-current={isNext || undefined}
    >
      <span className={styles.number}>{state?.done ? <Tick large /> : number}</span>
      <Thumb radius="xs" className={styles.thumb}>
        <Picture image={tutorialImage} sizes="104px" fallback={{ category: playlist.category, seed: _id }} />
      </Thumb>
      <span className={styles.text}>
        <h3 dir="auto">{videoTitle}</h3>
        {unavailableSince !== undefined && <span className={styles.note}>{NOT_AVAILABLE}</span>}
        {unavailableSince === undefined && state?.note && (
          <span className={styles.note}>
            {state.part > 0 && <ProgressLine className={styles.line} value={state.part} max={1} />}
            <span>{state.note}</span>
          </span>
        )}
      </span>
      {durationSeconds != null && <span className={styles.duration}>{formatTime(durationSeconds)}</span>}
    </Link>
  )
}
