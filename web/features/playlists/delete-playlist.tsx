import { type RefObject, useRef } from 'react'
import type { PlaylistCard } from '#contract/playlists.ts'
import { notify, SCREEN_NOTICE_MS } from '#web/core/notices.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { useDeletePlaylist } from './playlist-writing.queries.ts'

interface DeletePlaylistProps {
  playlist: PlaylistCard
  /** Called when it is gone, and when nothing was done. */
  onClose: () => void
  /** Takes the focus when the row that had it is gone. */
  heading: RefObject<HTMLElement | null>
}

/** Asks before a playlist goes with everything in it, and says what the server said. */
export function DeletePlaylist({ playlist, onClose, heading }: DeletePlaylistProps) {
  const remove = useDeletePlaylist()
  const gone = useRef(false)

  function confirm(): void {
    remove.mutate(playlist, {
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
      title={`Delete “${playlist.title}”?`}
      text="Its videos, their likes and comments go with it. This cannot be undone."
      cancel="Cancel"
      action="Delete playlist"
      busy={remove.isPending && 'Deleting...'}
      onConfirm={confirm}
      finalFocus={() => (gone.current ? heading.current : true)}
    />
  )
}
