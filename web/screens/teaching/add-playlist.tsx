import { useNavigate } from 'react-router'
import { PENDING_APPROVAL } from '#contract/catalog/playlists.ts'
import { SAVED_AS_DRAFT } from '#contract/review/revisions.ts'
import { ADDING_TOAST_MS, notify } from '#web/core/toasts.ts'
import { CategorySelect } from '#web/features/catalog/categories/category-select.tsx'
import {
  type PlaylistInput,
  useAddPlaylist,
} from '#web/features/catalog/playlists/playlist-editing.queries.ts'
import { PlaylistForm } from '#web/features/catalog/playlists/playlist-form.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'

const TABLE = '/teacher-dashboard'

/** The screen /teacher-dashboard/add-playlist. */
export function Component() {
  const navigate = useNavigate()
  const add = useAddPlaylist()

  function save(input: PlaylistInput, onSaved: () => void): void {
    add.mutate(input, {
      onSaved: onSaved,
      onSuccess: ({ data }) => {
        notify.success(input.body.draft ? SAVED_AS_DRAFT : PENDING_APPROVAL, { timeout: ADDING_TOAST_MS })
        void navigate(`/teacher-dashboard/build/${data._id}`)
      },
    })
  }

  return (
    <>
      <ScreenTitle screen="Add new playlist" unlisted />
      <PlaylistForm
        heading="Add a new playlist"
        submit="Add Playlist"
        busy={add.isPending && 'Adding...'}
        error={add.error}
        note="New playlists start as pending. An admin reviews them before they appear on the public pages."
        categoryField={(value, onChange) => (
          <CategorySelect value={value} onChange={onChange} toastMs={ADDING_TOAST_MS} />
        )}
        cancel={TABLE}
        onSave={save}
      />
    </>
  )
}
