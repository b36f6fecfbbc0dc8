import type { Course } from '#contract/catalog/courses.ts'
import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import { useObjectUrl } from '#web/ui/form/use-object-url.ts'
import { CourseCard } from './course-card.tsx'

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
