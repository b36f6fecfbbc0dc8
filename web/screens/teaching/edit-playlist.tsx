import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { CategorySelect } from '#web/features/catalog/categories/category-select.tsx'
import {
  type PlaylistInput,
  useUpdatePlaylist,
} from '#web/features/catalog/playlists/playlist-editing.queries.ts'
import { PlaylistForm } from '#web/features/catalog/playlists/playlist-form.tsx'
import { playlistOf } from '#web/features/catalog/playlists/playlists.queries.ts'
import { GoesPublic } from '#web/features/catalog/versions/goes-public.tsx'
import { playlistItem, savesDraft } from '#web/features/catalog/versions/submission-state.ts'
import { useUndoVisibility } from '#web/features/catalog/visibility/use-undo-visibility.ts'
import { Decision } from '#web/features/review/submission/decision.tsx'
import { useEditNote, useWrittenPlaylist } from '#web/features/review/submission/edited.queries.ts'
import { History } from '#web/features/review/submission/history.tsx'
import styles from './build.module.css'
import { EditHead, EditScreen, useFocusField, useIsHistory } from './edit-item.tsx'

const TABLE = '/teacher-dashboard'

/** /teacher-dashboard/edit-playlist/{id}: the current version of an own playlist. */
export function Component() {
  const { id = '' } = useParams()
  const user = useCurrentUser()
  const query = useQuery({
    ...playlistOf(useCall(), id, viewerKey(user)),
    enabled: user !== null,
    refetchOnMount: 'always',
  })
  const own = query.data?.teacher._id === user?._id ? query.data : undefined
  const written = useWrittenPlaylist(own)
  return (
    <EditScreen kind="playlist" table={TABLE} query={query} own={own} written={written}>
      {(playlist) => <Edit key={id} playlist={playlist} />}
    </EditScreen>
  )
}

function Edit({ playlist }: { playlist: Playlist }) {
  const navigate = useNavigate()
  const { _id } = playlist
  const update = useUpdatePlaylist(_id)
  const item = playlistItem(playlist)
  const note = useEditNote(item)
  const isDraft = savesDraft(item)
  const isHistory = useIsHistory()
  const offerUndo = useUndoVisibility(playlist)
  useFocusField(!isHistory)

  function save(input: PlaylistInput, onSaved: () => void): void {
    update.mutate(input, {
      onSaved: onSaved,
      onSuccess: ({ message }) => {
        notify.success(message, { timeout: SCREEN_TOAST_MS })
        if (input.audience) offerUndo()
        void navigate(isDraft ? `/teacher-dashboard/build/${_id}` : TABLE)
      },
    })
  }

  return (
    <>
      <Decision playlistId={_id} items={[item]} placeOf={() => 'Playlist'} />
      <EditHead
        item={item}
        address={`/teacher-dashboard/edit-playlist/${_id}`}
        preview={`/playlist-details/${_id}`}
      />
      {isHistory ? (
        <History playlistId={_id} />
      ) : (
        <PlaylistForm
          heading="Edit playlist"
          submit="Update Playlist"
          busy={update.isPending && 'Updating...'}
          playlist={playlist}
          error={update.error}
          note={note}
          categoryField={(value, onChange) => <CategorySelect value={value} onChange={onChange} />}
          cancel={TABLE}
          savesDraft={isDraft}
          onSave={save}
        />
      )}
      <div className={styles.submission}>{!isHistory && <GoesPublic item={item} playlistId={_id} />}</div>
    </>
  )
}
