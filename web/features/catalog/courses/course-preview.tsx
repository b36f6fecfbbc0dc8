import type { Course } from '#contract/catalog/courses.ts'
import type { Playlist, PlaylistCard, PlaylistCourse } from '#contract/catalog/playlists.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { useObjectUrl } from '#web/ui/form/use-object-url.ts'
import { Link } from '#web/ui/navigation/link.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { watchAddress } from './course-links.ts'
import styles from './course-preview.module.css'

interface CoursePreviewProps {
  /** The stored version, when the form edits one. */
  course: Course | undefined
  playlist: PlaylistCard | undefined
  title: string
  file: File | undefined
}

/** A preview of the card, with its future number in the chosen playlist. */
export function CoursePreview({ course, playlist, title, file }: CoursePreviewProps) {
  const chosen = useObjectUrl(file)
  const category = playlist?.category ?? 'development'
  const { _id, tutorialImage } = course ?? { _id: 'preview', tutorialImage: undefined }
  const art = `/art/${encodeURIComponent(category)}/${_id}.svg`
  const fallback = { url: chosen ?? art, width: 640, height: 360 }
  return (
    <CourseCard
      playlist={{ _id: playlist?._id ?? '', category }}
      course={{
        _id,
        videoTitle: title.trim() || 'Your title',
        tutorialImage: chosen === undefined ? (tutorialImage ?? fallback) : fallback,
        isCourseApproved: 'pending',
        createdAt: '',
      }}
      position={positionIn(playlist, _id)}
    />
  )
}

function positionIn(playlist: PlaylistCard | undefined, courseId: string): number {
  const index = playlist?.courses.findIndex(({ _id }) => _id === courseId) ?? 0
  return index < 0 ? (playlist?.coursesCount ?? 0) + 1 : index + 1
}

interface CourseCardProps {
  playlist: Pick<Playlist, '_id' | 'category'>
  course: PlaylistCourse
  /** Its position in the playlist, from 1. */
  position: number
}

/** One video: thumbnail with a play disc, number and title. The whole card is a link to the watch page. */
function CourseCard({ playlist, course, position }: CourseCardProps) {
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
