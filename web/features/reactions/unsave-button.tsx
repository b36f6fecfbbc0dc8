import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { BOOKMARK_OFF } from '#web/ui/picture/later-icon-paths.ts'
import { useUnsavePlaylist } from './unsave.queries.ts'

/** Removes a playlist from the user's list. The focus moves to the next button, because this one disappears at once. */
export function UnsaveButton({ playlist }: { playlist: PlaylistCard }) {
  const unsave = useUnsavePlaylist()
  return (
    <IconButton
      icon={BOOKMARK_OFF}
      label={`Remove ${playlist.title} from saved playlists`}
      aria-disabled={unsave.isPending || undefined}
      onClick={({ currentTarget }) => {
        unsave.mutate(playlist._id)
        nextOf(currentTarget)?.focus({ preventScroll: true })
      }}
    />
  )
}

function nextOf(button: Element): HTMLElement | null | undefined {
  const card = button.closest('li')
  const neighbour = card?.nextElementSibling ?? card?.previousElementSibling
  return neighbour ? neighbour.querySelector('button') : button.closest('main')
}
