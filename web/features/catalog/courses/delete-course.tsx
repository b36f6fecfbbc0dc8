import type { Course } from '#contract/catalog/courses.ts'
import { ConfirmDelete, type DeleteDialogProps } from '#web/ui/overlay/confirm-delete.tsx'
import { useDeleteCourse } from './courses.queries.ts'

/** Asks before a course is deleted with its likes and comments. */
export function DeleteCourse({ course, ...rest }: DeleteDialogProps & { course: Course }) {
  return (
    <ConfirmDelete
      {...rest}
      resource={course}
      name={course.videoTitle}
      kind="video"
      text="Its likes and comments go with it. This cannot be undone."
      remove={useDeleteCourse()}
    />
  )
}
