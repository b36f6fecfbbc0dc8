import type { Playlist, PlaylistCourse } from '#contract/catalog/playlists.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import styles from './course-card.module.css'
import { watchAddress } from './course-links.ts'

interface CourseCardProps {
  playlist: Pick<Playlist, '_id' | 'category'>
  course: PlaylistCourse
  /** Its position in the playlist, from 1. */
  position: number
}

/** One video: thumbnail with a play disc, number and title. The whole card is a link to the watch page. */
export function CourseCard({ playlist, course, position }: CourseCardProps) {
  return (
    <Link className={styles.card} to={watchAddress(playlist._id, course._id)}>
      <Thumb play>
        <Picture
          image={course.tutorialImage}
          sizes="(min-width: 1200px) 380px, (min-width: 620px) 45vw, 100vw"
          fallback={{ category: playlist.category, seed: course._id }}
        />
      </Thumb>
      <div className={styles.row}>
        <span className={styles.number}>{String(position).padStart(2, '0')}</span>
        <h3 className={styles.title} dir="auto">
          {course.videoTitle}
        </h3>
      </div>
    </Link>
  )
}
