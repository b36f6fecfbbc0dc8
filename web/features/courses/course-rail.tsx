import { useEffect, useId, useRef, useState } from 'react'
import type { Playlist } from '#contract/playlists.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { Thumb } from '#web/ui/thumb.tsx'
import styles from './course-rail.module.css'

export const watchAddress = (playlistId: string, courseId: string) => `/watch-video/${playlistId}/${courseId}`

export const videosOf = (count: number) => `${count} ${count === 1 ? 'video' : 'videos'}`

/** Scrolls a long playlist to the current video; the page itself does not move. */
function showCurrent(list: HTMLOListElement | null): void {
  const current = list?.querySelector<HTMLElement>('[aria-current]')
  if (!(list && current)) return
  list.scrollTop = current.offsetTop - (list.clientHeight - current.offsetHeight) / 2
}

interface CourseRailProps {
  playlist: Playlist
  courseId: string
}

/**
 * The playlist beside the player, with the current position. In a one-column layout it is collapsed behind a button.
 */
export function CourseRail({ playlist, courseId }: CourseRailProps) {
  const { courses, teacher, title, _id } = playlist
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
        {positionLabel(playlist, courseId)}
        <Icon name={open ? 'chevron-up' : 'chevron-down'} />
      </button>
      <div id={content} className={classNames(styles.content, open && styles.open)}>
        <div className={styles.head}>
          <h2 id="rail">
            <Link to={`/playlist-details/${_id}`} dir="auto">
              {title}
            </Link>
          </h2>
          <p>
            {videosOf(courses.length)} by <span dir="auto">{teacher.username}</span>
          </p>
        </div>
        <Courses playlist={playlist} courseId={courseId} open={open} />
      </div>
    </aside>
  )
}

/** A course that is not listed, such as one that waits for approval, has no position. */
function positionLabel({ courses }: Playlist, courseId: string): string {
  const index = courses.findIndex(({ _id }) => _id === courseId)
  return index < 0 ? `Playlist · ${videosOf(courses.length)}` : `Playlist · ${index + 1} of ${courses.length}`
}

function Courses({ playlist, courseId, open }: CourseRailProps & { open: boolean }) {
  const { courses, _id, category } = playlist
  const list = useRef<HTMLOListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a closed list has no height to scroll in
  useEffect(() => showCurrent(list.current), [open])
  return (
    <ol ref={list}>
      {courses.map((course, index) => {
        const current = course._id === courseId
        return (
          <li key={course._id}>
            <Link to={watchAddress(_id, course._id)} aria-current={current ? 'true' : undefined}>
              <span className={styles.number}>{current ? <Icon name="play" size="sm" /> : index + 1}</span>
              <Thumb radius="xs">
                <Picture
                  image={course.tutorialImage}
                  sizes="104px"
                  fallback={{ category, seed: course._id }}
                />
              </Thumb>
              <span className={styles.title} dir="auto">
                {course.videoTitle}
              </span>
            </Link>
          </li>
        )
      })}
    </ol>
  )
}
