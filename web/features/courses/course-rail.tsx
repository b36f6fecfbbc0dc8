import type { Playlist } from '#contract/playlists.ts'
import { Picture } from '#web/features/media/picture.tsx'
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

/** The playlist beside the player: where one is in it, and what comes next. */
export function CourseRail({ playlist, courseId }: { playlist: Playlist; courseId: string }) {
  const { courses, teacher, title, _id, category } = playlist
  return (
    <aside className={styles.rail} aria-labelledby="rail">
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
      <ol ref={showCurrent}>
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
    </aside>
  )
}
