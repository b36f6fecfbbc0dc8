import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import { ConfirmDelete, type DeleteDialogProps } from '#web/ui/overlay/confirm-delete.tsx'
import { useDeletePlaylist } from './playlist-editing.queries.ts'

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
