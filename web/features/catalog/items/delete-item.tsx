import { useRef } from 'react'
import type { Course } from '#contract/catalog/courses.ts'
import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import { TRASH_DAYS } from '#contract/catalog/trash-messages.ts'
import { useDeleteCourse } from '#web/features/catalog/courses/courses.queries.ts'
import { useDeletePlaylist } from '#web/features/catalog/playlists/playlist-editing.queries.ts'
import { useNotifyTrashed } from '#web/features/catalog/trash/trash.queries.ts'
import { Confirm } from '#web/ui/overlay/confirm.tsx'
import type { DeleteDialogProps } from '#web/ui/overlay/confirm-delete.tsx'

/** Asks before a playlist is moved to the trash with everything in it. */
export function DeletePlaylist({ playlist, ...rest }: DeleteDialogProps & { playlist: PlaylistCard }) {
  const remove = useDeletePlaylist()
  return (
    <MoveToTrash
      {...rest}
      title={playlist.title}
      isPending={remove.isPending}
      remove={(then) => remove.mutate(playlist, then)}
    />
  )
}

/** Asks before a course is moved to the trash. */
export function DeleteCourse({ course, ...rest }: DeleteDialogProps & { course: Course }) {
  const remove = useDeleteCourse()
  return (
    <MoveToTrash
      {...rest}
      title={course.videoTitle}
      isPending={remove.isPending}
      remove={(then) => remove.mutate(course, then)}
    />
  )
}

interface MoveToTrashProps extends DeleteDialogProps {
  title: string
  isPending: boolean
  remove: (then: { onSuccess: (reply: { trashId: string }) => void; onSettled: () => void }) => void
}

function MoveToTrash({ title, isPending, remove, onClose, heading }: MoveToTrashProps) {
  const deleted = useRef(false)
  const notifyTrashed = useNotifyTrashed()

  function confirm(): void {
    remove({
      onSuccess: ({ trashId }) => {
        deleted.current = true
        notifyTrashed({ trashId, title })
      },
      onSettled: onClose,
    })
  }

  return (
    <Confirm
      onClose={onClose}
      title={
        <>
          Move “<bdi>{title}</bdi>” to the trash?
        </>
      }
      text={`You can restore it for ${TRASH_DAYS} days.`}
      cancel="Cancel"
      action="Move to trash"
      busy={isPending && 'Moving...'}
      onConfirm={confirm}
      finalFocus={() => (deleted.current ? heading.current : null)}
    />
  )
}
