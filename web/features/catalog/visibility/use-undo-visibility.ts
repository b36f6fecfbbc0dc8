import type { Playlist } from '#contract/catalog/playlists.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { audienceText } from './choices.ts'
import { useChangeVisibility } from './visibility.queries.ts'

/** Offers to restore the audience that the playlist had when the form opened. */
export function useUndoVisibility({ _id, visibility = 'public', groups = [] }: Playlist) {
  const change = useChangeVisibility(_id)
  return () =>
    notify.success('Changed who can see it.', {
      timeout: SCREEN_TOAST_MS,
      action: {
        label: 'Undo',
        run: () =>
          change.mutate(
            { visibility, groups: groups.map(({ _id: id }) => id) },
            { onSaved: () => notify.success(`Who can see it: ${audienceText({ visibility, groups })}.`) },
          ),
      },
    })
}
