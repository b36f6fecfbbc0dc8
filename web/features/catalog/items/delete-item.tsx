import type { Course } from '#contract/catalog/courses.ts'
import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import { useDeleteCourse } from '#web/features/catalog/courses/courses.queries.ts'
import { useDeletePlaylist } from '#web/features/catalog/playlists/playlist-editing.queries.ts'
import { ConfirmDelete, type DeleteDialogProps } from '#web/ui/overlay/confirm-delete.tsx'

/** Asks before a playlist is deleted with everything in it. */
export function DeletePlaylist({ playlist, ...rest }: DeleteDialogProps & { playlist: PlaylistCard }) {
  return (
    <ConfirmDelete
      {...rest}
      resource={playlist}
      name={playlist.title}
      kind="playlist"
      text="Its videos, their likes and comments go with it. This cannot be undone."
      remove={useDeletePlaylist()}
    />
  )
}

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
