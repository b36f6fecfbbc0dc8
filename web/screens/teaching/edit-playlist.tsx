import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { isNotFound } from '#web/core/api-error.ts'
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
import { StateChip } from '#web/features/catalog/versions/state-chip.tsx'
import { playlistItem, savesDraft } from '#web/features/catalog/versions/submission-state.ts'
import { Decision } from '#web/features/review/submission/decision.tsx'
import { useEditNote, useWrittenPlaylist } from '#web/features/review/submission/edited.queries.ts'
import { History } from '#web/features/review/submission/history.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { Crumb } from '#web/ui/navigation/crumb.tsx'
import styles from './build.module.css'
import { EditViews, useFocusField, useIsHistory } from './edit-views.tsx'
import { PreviewLink } from './preview.tsx'

const TABLE = '/teacher-dashboard'

/** Specification section 2, /teacher-dashboard/edit-playlist/{id}: the current version of an own playlist. */
export function Component() {
  const { id = '' } = useParams()
  const user = useCurrentUser()
  const { data, error, refetch, isPending, isFetchedAfterMount } = useQuery({
    ...playlistOf(useCall(), id, viewerKey(user)),
    enabled: user !== null,
    refetchOnMount: 'always',
  })
  const own = data?.teacher._id === user?._id ? data : undefined
  const written = useWrittenPlaylist(own)
  const waiting = isPending || !isFetchedAfterMount || (own !== undefined && written === undefined)
  const failed = !(waiting || data || isNotFound(error))

  return (
    <>
      <ScreenTitle screen="Edit playlist" unlisted />
      <Crumb to={TABLE}>Playlist table</Crumb>
      {waiting && (
        <Loading what="playlist">
          <LineSkeletons count={6} />
        </Loading>
      )}
      {!waiting && written && <Edit key={id} playlist={written} />}
      {failed && <LoadFailed drawing="playlists" error={error} onRetry={refetch} />}
      {!(waiting || own || failed) && (
        <EmptyState
          drawing="playlists"
          title="No playlists found."
          help="You can edit your own playlists only."
        />
      )}
    </>
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
  useFocusField(!isHistory)

  function save(input: PlaylistInput, onSaved: () => void): void {
    update.mutate(input, {
      onSaved: onSaved,
      onSuccess: ({ message }) => {
        notify.success(message, { timeout: SCREEN_TOAST_MS })
        void navigate(isDraft ? `/teacher-dashboard/build/${_id}` : TABLE)
      },
    })
  }

  return (
    <>
      <Decision playlistId={_id} items={[item]} placeOf={() => 'Playlist'} />
      <div className={styles.editHead}>
        <EditViews label="This playlist" address={`/teacher-dashboard/edit-playlist/${_id}`} />
        <StateChip item={item} />
        <PreviewLink to={`/playlist-details/${_id}`} />
      </div>
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
    </>
  )
}
