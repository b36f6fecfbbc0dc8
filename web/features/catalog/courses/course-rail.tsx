import { Fragment, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Playlist, PlaylistCourse, Section } from '#contract/catalog/playlists.ts'
import { countOf, formatTime } from '#contract/format.ts'
import { NOT_AVAILABLE, playableOf } from '#contract/video-links/unavailable.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ProgressLine } from '#web/ui/feedback/progress-line.tsx'
import { Tick } from '#web/ui/form/tick.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { ChangedChip } from './changed-chip.tsx'
import { type CourseState, type CourseStates, courseGroups } from './course-groups.ts'
import { watchAddress } from './course-links.ts'
import styles from './course-rail.module.css'

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
  progress?: RailProgress
  /** A help text below the list. */
  foot?: ReactNode
}

/**
 * The playlist beside the player, with the current position. In a one-column layout it is collapsed behind a button.
 */
export function CourseRail({ playlist, courseId, progress, foot }: CourseRailProps) {
  const [open, setOpen] = useState(false)
  const content = useId()
  return (
    <aside className={styles.rail} aria-labelledby="rail">
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={content}
        onClick={() => setOpen(!open)}
      >
        <Icon name="stack" />
        <span>
          <b>{positionLabel(playlist, courseId)}</b>
          {progress && <small>{progress.summary}</small>}
        </span>
        <Icon name={open ? 'chevron-up' : 'chevron-down'} />
      </button>
      <div id={content} className={classNames(styles.content, open && styles.open)}>
        <RailHead playlist={playlist} progress={progress} />
        <Courses playlist={playlist} courseId={courseId} states={progress?.states} open={open} />
      </div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </aside>
  )
}

/** A course that is not listed or cannot be played, such as one that waits for approval, has no position. */
function positionLabel(playlist: Playlist, courseId: string): string {
  const courses = playableOf(playlist.courses)
  const index = courses.findIndex(({ _id }) => _id === courseId)
  return index < 0
    ? `Playlist · ${countOf(courses.length, 'video')}`
    : `Playlist · ${index + 1} of ${courses.length}`
}

function RailHead({ playlist, progress }: Pick<CourseRailProps, 'playlist' | 'progress'>) {
  const { courses, teacher, title, category, mainPlaylistImage, _id } = playlist
  return (
    <div className={styles.head}>
      <div className={styles.top}>
        <Thumb radius="xs">
          <Picture image={mainPlaylistImage} sizes="76px" fallback={{ category, seed: _id }} />
        </Thumb>
        <div>
          <h2 id="rail">
            <Link to={`/playlist-details/${_id}`} dir="auto">
              {title}
            </Link>
          </h2>
          <p>
            {countOf(courses.length, 'video')} by <span dir="auto">{teacher.username}</span>
          </p>
        </div>
      </div>
      {progress && (
        <>
          <p className={styles.summary}>{progress.summary}</p>
          <ProgressLine thick value={progress.doneCount} max={playableOf(courses).length} />
        </>
      )}
    </div>
  )
}

interface CoursesProps extends Pick<CourseRailProps, 'playlist' | 'courseId'> {
  states: CourseStates | undefined
  open: boolean
}

function Courses({ playlist, courseId, states, open }: CoursesProps) {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a closed list has no height to scroll in
  useEffect(() => showCurrent(list.current), [open])
  return (
    <div ref={list} className={styles.list}>
      {courseGroups(playlist).map(({ section, courses, first }) => (
        <Fragment key={section?._id ?? ''}>
          {section && <SectionHead section={section} courses={courses} states={states} />}
          <ol start={first} aria-labelledby={section && `rail-${section._id}`}>
            {courses.map((course, index) => (
              <li key={course._id}>
                <Row
                  address={watchAddress(playlist._id, course._id)}
                  course={course}
                  number={first + index}
                  state={states?.get(course._id)}
                  isCurrent={course._id === courseId}
                />
              </li>
            ))}
          </ol>
        </Fragment>
      ))}
    </div>
  )
}

interface SectionHeadProps {
  section: Section
  courses: readonly PlaylistCourse[]
  states: CourseStates | undefined
}

/** The title of a section and `2 of 4`. */
function SectionHead({ section, courses, states }: SectionHeadProps) {
  const done = courses.filter(({ _id }) => states?.get(_id)?.done).length
  return (
    <h3 className={styles.section} id={`rail-${section._id}`}>
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
}

function Row({ address, course, number, state, isCurrent }: RowProps) {
  const { videoTitle, durationSeconds, unavailableSince } = course
  const { done = false, part = 0 } = state ?? {}
  return (
    <Link
      to={address}
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
