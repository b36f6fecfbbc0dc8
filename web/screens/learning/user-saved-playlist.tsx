import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { CallReply } from '#contract/api.ts'
import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { PlaylistPages } from '#web/features/catalog/playlists/playlist-pages.tsx'
import { doneOf } from '#web/features/learning/progress/course-states.ts'
import { SAVES, savedPlaylistsOf, useSaving } from '#web/features/reactions/saves.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ProgressLine } from '#web/ui/feedback/progress-line.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { PageHead } from '#web/ui/navigation/page-head.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { focusNext } from './focus-next.ts'
import { LearningNav } from './learning-nav.tsx'

const NONE = 'No saved playlists yet.'

/** Always one line, so that nothing moves when the owner of the list is known. */
function leadOf(user: SessionUser | null, mine: boolean): string {
  if (user === null) return '\u00a0'
  return mine ? 'Everything you kept for later.' : 'Everything they kept for later.'
}

/** /user-saved-playlist/{id}: the saved playlists of any user. Only the own list can be changed. */
export function Component() {
  const { id = '' } = useParams()
  const user = useCurrentUser()
  const list = useInfiniteQuery({
    ...savedPlaylistsOf(useCall(), viewerKey(user), id),
    enabled: user !== null,
  })
  const mine = user?._id === id
  // Most people look at their own list, so its tabs are there before the user is known.
  const hasTabs = mine || user === null
  const progress = new Map(
    list.data?.pages.flatMap((page) => page.progress ?? []).map((each) => [each._id, each]),
  )

  return (
    <>
      <ScreenTitle screen="Saved playlists" unlisted />
      <PageHead title="Saved playlists" lead={leadOf(user, mine)} tight={hasTabs} />
      {hasTabs && <LearningNav />}
      <PlaylistPages
        list={list}
        playlists={list.data?.pages.flatMap(({ data }) => data)}
        failed={NONE}
        actionOf={mine ? (playlist) => <UnsaveButton playlist={playlist} /> : undefined}
        detailOf={({ _id }) => savedProgress(progress.get(_id))}
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

/** Removes a playlist from the user's list at once, and restores it if the server rejects that. */
export function useUnsavePlaylist() {
  const cache = useQueryClient()
  return useSaving('saves.unsave', {
    onMutate: async (playlistId: string) => {
      await cache.cancelQueries({ queryKey: [SAVES] })
      const before = cache.getQueriesData<SavedPages>({ queryKey: [SAVES] })
      cache.setQueriesData<SavedPages>({ queryKey: [SAVES] }, (saved) => saved && without(saved, playlistId))
      return { before }
    },
    onSuccess: ({ message = '' }) => notify.success(message, { timeout: SCREEN_TOAST_MS }),
    onError: (_error, _playlistId, context) => {
      for (const [key, saved] of context?.before ?? []) cache.setQueryData(key, saved)
    },
  })
}

type SavedPages = InfiniteData<CallReply<'saves.list'>, string>

const without = (saved: SavedPages, playlistId: string): SavedPages => ({
  ...saved,
  pages: saved.pages.map((page) => ({ ...page, data: page.data.filter(({ _id }) => _id !== playlistId) })),
})

/** Removes a playlist from the user's list. The focus moves to the next button, because this one disappears at once. */
function UnsaveButton({ playlist }: { playlist: PlaylistCard }) {
  const unsave = useUnsavePlaylist()
  return (
    <Button
      size="sm"
      aria-disabled={unsave.isPending || undefined}
      onClick={({ currentTarget }) => {
        unsave.mutate(playlist._id)
        focusNext(currentTarget)
      }}
    >
      <Icon name="bookmark-off" size="sm" />
      Unsave <bdi className="sr">{playlist.title}</bdi>
    </Button>
  )
}

type Progress = NonNullable<CallReply<'saves.list'>['progress']>[number]

/** How much of a saved playlist is done; nothing before it is started. */
function savedProgress(progress: Progress | undefined): ReactNode {
  if (!progress) return undefined
  const { doneCount, coursesCount } = progress
  return (
    <>
      <ProgressLine value={doneCount} max={coursesCount} />
      {doneOf(progress, coursesCount)}
    </>
  )
}
