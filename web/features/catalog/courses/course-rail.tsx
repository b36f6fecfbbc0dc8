import { Fragment, useEffect, useId, useRef } from 'react'
import type { Playlist, PlaylistCourse, Section } from '#contract/catalog/playlists.ts'
import { countOf, formatTime } from '#contract/format.ts'
import { NOT_AVAILABLE, playableOf } from '#contract/video-links/unavailable.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ProgressLine } from '#web/ui/feedback/progress-line.tsx'
import { Tick } from '#web/ui/form/tick.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { ChangedChip } from './changed-chip.tsx'
import { type CourseState, type CourseStates, courseGroups } from './course-groups.ts'
import { watchAddress } from './course-links.ts'
import styles from './course-rail.module.css'

/** When a video counts as done. */
export const DONE_RULE = 'A video is done when you have watched 90% of it, or when you mark it as done.'

/** Scrolls a long playlist to the current video; the page itself does not move. */
function showCurrent(list: HTMLElement | null): void {
  const current = list?.querySelector<HTMLElement>('[aria-current]')
  if (!(list && current)) return
  list.scrollTop = current.offsetTop - (list.clientHeight - current.offsetHeight) / 2
}

/** The viewer's progress in the playlist. */
export interface RailProgress {
  states: CourseStates
  doneCount: number
  /** `4 of 12 done · 1 h 05 min left at 1.25x` */
  summary: string
}

interface CourseRailProps {
  playlist: Playlist
  courseId: string
  progress?: RailProgress | undefined
  /** The id of the heading. */
  headingId?: string
  /** Its links take the place of this page in the history of the browser. */
  replace?: boolean
}

/** `3 of 12`. A course that is not listed or cannot be played, such as one that waits for approval, has no position. */
export function positionIn(playlist: Playlist, courseId: string): string {
  const courses = playableOf(playlist.courses)
  const index = courses.findIndex(({ _id }) => _id === courseId)
  return index < 0 ? countOf(courses.length, 'video') : `${index + 1} of ${courses.length}`
}

/** The playlist with the current video: its title, the viewer's progress, and its videos, which scroll. */
export function CourseRail({ playlist, courseId, progress, headingId, replace = false }: CourseRailProps) {
  const { courses, title, _id } = playlist
  return (
    <div className={styles.rail}>
      <div className={styles.head}>
        <h2 id={headingId}>
          <Link to={`/playlist-details/${_id}`} dir="auto" replace={replace}>
            {title}
          </Link>
        </h2>
        <p className={styles.summary}>{progress ? progress.summary : countOf(courses.length, 'video')}</p>
        {progress && <ProgressLine thick value={progress.doneCount} max={playableOf(courses).length} />}
      </div>
      <Courses {...{ playlist, courseId, replace }} states={progress?.states} />
    </div>
  )
}

interface CoursesProps extends Pick<CourseRailProps, 'playlist' | 'courseId' | 'replace'> {
  states: CourseStates | undefined
}

function Courses({ playlist, courseId, states, replace }: CoursesProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another video is another place in the list
  useEffect(() => showCurrent(list.current), [courseId])
  return (
    <div ref={list} className={styles.list}>
      {courseGroups(playlist).map(({ section, courses, first }) => (
        <Fragment key={section?._id ?? ''}>
          {section && (
            <SectionHead id={`${id}${section._id}`} section={section} courses={courses} states={states} />
          )}
          <ol start={first} aria-labelledby={section && `${id}${section._id}`}>
            {courses.map((course, index) => (
              <li key={course._id}>
                <Row
                  address={watchAddress(playlist._id, course._id)}
                  course={course}
                  number={first + index}
                  state={states?.get(course._id)}
                  isCurrent={course._id === courseId}
                  replace={replace}
                />
              </li>
            ))}
          </ol>
        </Fragment>
      ))}
      {states && <p className={styles.help}>{DONE_RULE}</p>}
    </div>
  )
}

interface SectionHeadProps {
  id: string
  section: Section
  courses: readonly PlaylistCourse[]
  states: CourseStates | undefined
}

/** The title of a section and `2 of 4`. */
function SectionHead({ id, section, courses, states }: SectionHeadProps) {
  const done = courses.filter(({ _id }) => states?.get(_id)?.done).length
  return (
    <h3 className={styles.section} id={id}>
      <bdi>{section.title}</bdi>
      <span>{states ? `${done} of ${courses.length}` : countOf(courses.length, 'video')}</span>
    </h3>
  )
}

interface RowProps {
  address: string
  course: PlaylistCourse
  number: number
  state: CourseState | undefined
  isCurrent: boolean
  replace: boolean | undefined
}

function Row({ address, course, number, state, isCurrent, replace }: RowProps) {
  const { videoTitle, durationSeconds, unavailableSince } = course
  const { done = false, part = 0 } = state ?? {}
  return (
    <Link
      to={address}
      replace={replace}
      aria-current={isCurrent ? 'true' : undefined}
      data-current={isCurrent || undefined}
      className={classNames(done && styles.done)}
    >
      <span className={styles.number}>
        {done && <Tick />}
        {!done && (isCurrent ? <Icon name="play" size="sm" /> : number)}
      </span>
      <span className={styles.title} dir="auto">
        {videoTitle}
      </span>
      {unavailableSince === undefined ? (
        durationSeconds != null && <span className={styles.duration}>{formatTime(durationSeconds)}</span>
      ) : (
        <span className={styles.unavailable}>{NOT_AVAILABLE}</span>
      )}
      <ChangedChip className={styles.changed} changed={state?.changed} />
      {part > 0 && !done && <ProgressLine className={styles.line} value={part} max={1} />}
    </Link>
  )
}
