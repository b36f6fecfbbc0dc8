import type { PlaylistCard } from '#contract/playlists.ts'
import { notify, SCREEN_NOTICE_MS } from '#web/core/notices.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useUnsavePlaylist } from './saves.queries.ts'

/** Takes a playlist off one's own list; what the server says of it is shown. */
export function UnsaveButton({ playlist }: { playlist: PlaylistCard }) {
  const unsave = useUnsavePlaylist()
  return (
    <IconButton
      icon="bookmark-off"
      label={`Remove ${playlist.title} from saved playlists`}
      aria-disabled={unsave.isPending || undefined}
      onClick={() => {
        if (!unsave.isPending)
          unsave.mutate(playlist._id, {
            onSuccess: ({ message }) => notify.success(message, { timeout: SCREEN_NOTICE_MS }),
          })
      }}
    />
  )
}
