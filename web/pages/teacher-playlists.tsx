import { useRef, useState } from 'react'
import type { PlaylistCard } from '#contract/playlists.ts'
import { DeletePlaylist } from '#web/features/playlists/delete-playlist.tsx'
import { PlaylistTable } from '#web/features/playlists/playlist-table.tsx'
import { useOwnPlaylists } from '#web/features/playlists/playlist-writing.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { RowSkeletons } from '#web/ui/skeleton.tsx'
import { TableFrame } from '#web/ui/table-frame.tsx'
import styles from './teacher-tables.module.css'

/** Specification section 2, /teacher-dashboard: one's own playlists with view, edit and delete. */
export function Component() {
  const list = useOwnPlaylists()
  const playlists = list.data?.pages.flatMap((page) => page.playlists) ?? []
  const [asked, setAsked] = useState<PlaylistCard>()
  const heading = useRef<HTMLHeadingElement>(null)

  return (
    <>
      <ScreenTitle screen="Teacher dashboard" unlisted />
      <TableFrame title="Your playlists" headingRef={heading} action={<AddPlaylist />}>
        {list.isPending && (
          <Loading what="playlists">
            <RowSkeletons count={5} />
          </Loading>
        )}
        {!list.isPending && playlists.length === 0 && (
          <EmptyState
            drawing="playlists"
            small
            bare
            title="No playlists found."
            help={
              list.isError
                ? 'They could not be loaded. Reload the page to try again.'
                : 'Add your first playlist, then fill it with videos.'
            }
          />
        )}
        {playlists.length > 0 && <PlaylistTable playlists={playlists} onDelete={setAsked} />}
        {list.hasNextPage && (
          <div className={styles.more}>
            <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </TableFrame>
      <p className={styles.hint}>
        Only approved playlists appear on the public pages. New playlists start as pending.
      </p>
      {asked && <DeletePlaylist playlist={asked} heading={heading} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function AddPlaylist() {
  return (
    <LinkButton to="/teacher-dashboard/add-playlist" variant="primary">
      <Icon name="plus" />
      Add playlist
    </LinkButton>
  )
}
