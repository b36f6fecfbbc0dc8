import type { Course } from '#contract/catalog/courses.ts'
import { courseItem } from '#web/features/catalog/versions/submission-state.ts'
import { Decision } from '#web/features/review/submission/decision.tsx'

interface CourseDecisionProps {
  course: Course
  /** Moves the player of the page. */
  onSeek: (seconds: number) => void
}

/** What an admin has sent back of the course that its teacher is watching. */
export function CourseDecision({ course, onSeek }: CourseDecisionProps) {
  return (
    <Decision
      playlistId={course.playlist._id}
      items={[courseItem(course)]}
      placeOf={() => course.videoTitle}
      onSeek={onSeek}
    />
  )
}
