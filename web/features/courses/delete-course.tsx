import { type RefObject, useRef } from 'react'
import type { Course } from '#contract/courses.ts'
import { notify, SCREEN_NOTICE_MS } from '#web/core/notices.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { useDeleteCourse } from './courses.queries.ts'

interface DeleteCourseProps {
  course: Course
  /** Called when it is gone, and when nothing was done. */
  onClose: () => void
  /** Takes the focus when the row that had it is gone. */
  heading: RefObject<HTMLElement | null>
}

/** Asks before a course goes with its likes and comments, and says what the server said. */
export function DeleteCourse({ course, onClose, heading }: DeleteCourseProps) {
  const remove = useDeleteCourse()
  const gone = useRef(false)

  function confirm(): void {
    remove.mutate(course, {
      onSuccess: ({ message }) => {
        gone.current = true
        notify.success(message, { timeout: SCREEN_NOTICE_MS })
      },
      onSettled: onClose,
    })
  }

  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`Delete “${course.videoTitle}”?`}
      text="Its likes and comments go with it. This cannot be undone."
      cancel="Cancel"
      action="Delete video"
      busy={remove.isPending && 'Deleting...'}
      onConfirm={confirm}
      finalFocus={() => (gone.current ? heading.current : true)}
    />
  )
}
