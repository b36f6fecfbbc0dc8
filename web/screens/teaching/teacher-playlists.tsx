import { useRef, useState } from 'react'
import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import { DeletePlaylist } from '#web/features/catalog/playlists/delete-playlist.tsx'
import { useOwnPlaylists } from '#web/features/catalog/playlists/playlist-editing.queries.ts'
import { PlaylistTable } from '#web/features/catalog/playlists/playlist-table.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { TableFrame } from '#web/ui/table/table-frame.tsx'
import { TableRows } from '#web/ui/table/table-rows.tsx'
import styles from './teacher-tables.module.css'

/** Specification section 2, /teacher-dashboard: the own playlists with view, edit and delete. */
export function Component() {
  const list = useOwnPlaylists()
  const playlists = list.data?.pages.flatMap((page) => page.playlists) ?? []
  const [toDelete, setToDelete] = useState<PlaylistCard>()
  const heading = useRef<HTMLHeadingElement>(null)

  return (
    <>
      <ScreenTitle screen="Teacher dashboard" unlisted />
      <TableFrame title="Your playlists" headingRef={heading} action={<AddPlaylist />}>
        <TableRows
          what="playlists"
          list={list}
          loaded={playlists.length}
          total={list.data?.pages[0]?.total}
          empty={{
            drawing: 'playlists',
            title: 'No playlists found.',
            help: 'Add your first playlist, then fill it with videos.',
          }}
        >
          <PlaylistTable playlists={playlists} onDelete={setToDelete} />
        </TableRows>
      </TableFrame>
      {!list.isPending && (
        <p className={styles.hint}>
          Only approved playlists appear on the public pages. New playlists start as pending.
        </p>
      )}
      {toDelete && (
        <DeletePlaylist playlist={toDelete} heading={heading} onClose={() => setToDelete(undefined)} />
      )}
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
