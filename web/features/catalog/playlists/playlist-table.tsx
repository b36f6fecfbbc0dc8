import { useMemo } from 'react'
import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import { StateChip } from '#web/features/catalog/versions/state-chip.tsx'
import { playlistItem } from '#web/features/catalog/versions/submission-state.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { IconButton, IconLink } from '#web/ui/navigation/icon-button.tsx'
import { EDIT, TRASH } from '#web/ui/picture/later-icon-paths.ts'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import { ItemCell, RowActions } from '#web/ui/table/item-cell.tsx'
import { CategoryLabel } from '#web/ui/text/category-label.tsx'
import { excerpt } from '#web/ui/text/excerpt.ts'

/** Specification section 9. */
const DESCRIPTION_LENGTH = 50

interface PlaylistTableProps {
  playlists: PlaylistCard[]
  /** Opens the dialog that confirms the deletion. */
  onDelete: (playlist: PlaylistCard) => void
}

/** A teacher's own playlists, whatever their status, with view, edit, delete and build. */
export function PlaylistTable({ playlists, onDelete }: PlaylistTableProps) {
  const columns = useMemo(() => columnsOf(onDelete), [onDelete])
  return <DataTable layout="teaching" columns={columns} rows={playlists} />
}

function columnsOf(onDelete: PlaylistTableProps['onDelete']): Column<PlaylistCard>[] {
  return [
    {
      area: 'main',
      head: 'Playlist',
      cell: ({ _id, title, description, category, mainPlaylistImage }) => (
        <ItemCell
          picture={
            <Thumb radius="xs">
              <Picture image={mainPlaylistImage} sizes="92px" fallback={{ category, seed: _id }} />
            </Thumb>
          }
          title={title}
          text={excerpt(description, DESCRIPTION_LENGTH)}
        />
      ),
    },
    { area: 'category', head: 'Category', cell: ({ category }) => <CategoryLabel category={category} /> },
    {
      area: 'count',
      head: 'Videos',
      labelled: true,
      numeric: true,
      cell: ({ coursesCount }) => coursesCount,
    },
    {
      area: 'status',
      head: 'Status',
      cell: (playlist) => <StateChip item={playlistItem(playlist)} statusWords />,
    },
    { area: 'date', head: 'Created', numeric: true, cell: ({ createdAt }) => createdAt.slice(0, 10) },
    {
      area: 'actions',
      head: 'Actions',
      hideHead: true,
      cell: (playlist) => <Actions playlist={playlist} onDelete={onDelete} />,
    },
  ]
}

type ActionsProps = Pick<PlaylistTableProps, 'onDelete'> & { playlist: PlaylistCard }

function Actions({ playlist, onDelete }: ActionsProps) {
  const { _id, title } = playlist
  return (
    <RowActions>
      <IconLink icon="eye" label={`View ${title}`} size="sm" to={`/playlist-details/${_id}`} />
      <IconLink
        icon={EDIT}
        label={`Edit ${title}`}
        size="sm"
        to={`/teacher-dashboard/edit-playlist/${_id}`}
      />
      <IconButton
        icon={TRASH}
        label={`Delete ${title}`}
        size="sm"
        tone="danger"
        onClick={() => onDelete(playlist)}
      />
      <LinkButton size="sm" to={`/teacher-dashboard/build/${_id}`} aria-label={`Build ${title}`}>
        Build
      </LinkButton>
    </RowActions>
  )
}
