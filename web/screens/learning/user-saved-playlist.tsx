import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { SessionUser } from '#contract/account/session-user.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { PlaylistPages } from '#web/features/catalog/playlists/playlist-pages.tsx'
import { savedPlaylistsOf } from '#web/features/reactions/saves.queries.ts'
import { UnsaveButton } from '#web/features/reactions/unsave-button.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { PageHead } from '#web/ui/navigation/page-head.tsx'

const NONE = 'No saved playlists yet.'

/** Always one line, so that nothing moves when the owner of the list is known. */
function leadOf(user: SessionUser | null, mine: boolean): string {
  if (user === null) return '\u00a0'
  return mine ? 'Everything you kept for later.' : 'Everything they kept for later.'
}

/** Specification section 2, /user-saved-playlist/{id}: the saved playlists of any user. Only the own list can be changed. */
export function Component() {
  const { id = '' } = useParams()
  const user = useCurrentUser()
  const list = useInfiniteQuery({
    ...savedPlaylistsOf(useCall(), viewerKey(user), id),
    enabled: user !== null,
  })
  const mine = user?._id === id

  return (
    <>
      <ScreenTitle screen="Saved playlists" unlisted />
      <PageHead title="Saved playlists" lead={leadOf(user, mine)} />
      <PlaylistPages
        list={list}
        playlists={list.data?.pages.flatMap(({ data }) => data)}
        failed={NONE}
        actionOf={mine ? (playlist) => <UnsaveButton playlist={playlist} /> : undefined}
        empty={
          <EmptyState
            drawing="saved"
            title={NONE}
            help="Save a playlist and it waits here for you."
            action={
              <LinkButton to="/courses" variant="primary">
                Browse courses
              </LinkButton>
            }
          />
        }
      />
    </>
  )
}
