import type { Playlist, PlaylistCourse } from '#contract/catalog/playlists.ts'
import { countOf, formatMinutes, formatTime } from '#contract/format.ts'
import { NOT_AVAILABLE } from '#contract/video-links/unavailable.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ProgressLine } from '#web/ui/feedback/progress-line.tsx'
import { Tick } from '#web/ui/form/tick.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { ChangedChip } from './changed-chip.tsx'
import { type CourseState, type CourseStates, courseGroups } from './course-groups.ts'
import { useWatchAddress } from './course-links.ts'
import styles from './course-list.module.css'

interface CourseListProps {
  playlist: Playlist
  /** Absent for a visitor, and until it is loaded. */
  states: CourseStates | undefined
  /** The course to continue. */
  nextId: string | undefined
}

/** The videos of a playlist, each with its number or tick, the first sentence about it, and its duration. */
export function CourseList({ playlist, states, nextId }: CourseListProps) {
  return (
    <div className={styles.frame}>
      {courseGroups(playlist).map(({ section, courses, first }) => (
        <div key={section?._id ?? ''}>
          {section && (
            <div className={styles.section}>
              <h3 id={`section-${section._id}`} dir="auto">
                {section.title}
              </h3>
              <span>{sectionFacts(courses, states)}</span>
            </div>
          )}
          <ol className={styles.list} start={first} aria-labelledby={section && `section-${section._id}`}>
            {courses.map((course, index) => (
              <li key={course._id}>
                <Row
                  playlist={playlist}
                  course={course}
                  number={first + index}
                  state={states?.get(course._id)}
                  isNext={course._id === nextId}
                  level={section ? 4 : 3}
                />
              </li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  )
}

/** `2 of 4 done · 44 min`, or `4 videos · 44 min` for a visitor. */
function sectionFacts(courses: readonly PlaylistCourse[], states: CourseStates | undefined): string {
  const done = courses.filter(({ _id }) => states?.get(_id)?.done).length
  const seconds = courses.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0)
  const count = states ? `${done} of ${courses.length} done` : countOf(courses.length, 'video')
  return seconds > 0 ? `${count} · ${formatMinutes(seconds)}` : count
}

interface RowProps {
  playlist: Playlist
  course: PlaylistCourse
  number: number
  state: CourseState | undefined
  isNext: boolean
  /** Of the heading. */
  level: 3 | 4
}

function Row({ playlist, course, number, state, isNext, level }: RowProps) {
  const Heading = `h${level}` as const
  const { _id, videoTitle, tutorialImage, unavailableSince, summary } = course
  const part = unavailableSince === undefined && !state?.done ? (state?.part ?? 0) : 0
  return (
    <Link
      to={useWatchAddress(playlist._id, _id)}
      className={classNames(styles.row, isNext && styles.next)}
      data-current={isNext || undefined}
    >
      <span className={styles.number}>{state?.done ? <Tick large /> : number}</span>
      <Thumb play radius="xs">
        <Picture image={tutorialImage} sizes="136px" fallback={{ category: playlist.category, seed: _id }} />
        {part > 0 && <ProgressLine className={styles.line} value={part} max={1} />}
      </Thumb>
      <span className={styles.text}>
        <span className={styles.head}>
          <Heading className={styles.title} dir="auto">
            {videoTitle}
          </Heading>
          <ChangedChip changed={state?.changed} />
        </span>
        {summary && (
          <span className={styles.summary} dir="auto">
            {summary}
          </span>
        )}
      </span>
      <RowEnd course={course} note={state?.note} />
    </Link>
  )
}

/** The duration, how far the user is, and whether there are captions. */
function RowEnd({ course, note }: { course: PlaylistCourse; note: string | undefined }) {
  const { durationSeconds, unavailableSince, hasCaptions } = course
  const shown = unavailableSince === undefined ? note : NOT_AVAILABLE
  return (
    <span className={styles.end}>
      {durationSeconds != null && <span className={styles.duration}>{formatTime(durationSeconds)}</span>}
      {shown !== undefined && <span className={styles.note}>{shown}</span>}
      {hasCaptions && (
        <span className={styles.captions}>
          <span aria-hidden="true">CC</span>
          <span className="sr">with captions</span>
        </span>
      )}
    </span>
  )
}
