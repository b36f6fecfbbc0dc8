import type { TrashItem } from '#contract/catalog/trash.ts'
import { RESTORE_PLAYLIST_FIRST } from '#contract/catalog/trash-messages.ts'
import { countOf } from '#contract/format.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { Picture } from '#web/features/media/picture.tsx'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import { ItemCell, RowActions } from '#web/ui/table/item-cell.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { RestoreButton } from './restore-button.tsx'
import styles from './trash-table.module.css'

const DAY_MS = 86_400_000
/** From here on the days that are left are shown as a warning. */
const SOON_DAYS = 3

interface TrashTableProps {
  items: TrashItem[]
  /** Opens the dialog that deletes for good. */
  onDelete: (item: TrashItem) => void
}

/** The things in the trash, with Restore and Delete for good. */
export function TrashTable({ items, onDelete }: TrashTableProps) {
  return <DataTable layout="trash" columns={columnsOf(onDelete)} rows={items} />
}

function columnsOf(onDelete: TrashTableProps['onDelete']): Column<TrashItem>[] {
  return [
    {
      area: 'main',
      head: 'What',
      cell: (item) => (
        <ItemCell
          picture={
            <Thumb radius="xs">
              <Picture image={item.image} sizes="92px" fallback={{ category: '', seed: item.subjectId }} />
            </Thumb>
          }
          title={item.title}
          text={describe(item)}
        />
      ),
    },
    {
      area: 'date',
      head: 'Deleted',
      labelled: true,
      numeric: true,
      cell: ({ deletedAt }) => <RelativeTime at={deletedAt} />,
    },
    { area: 'by', head: 'By', labelled: true, cell: ({ byAdmin }) => (byAdmin ? 'An admin' : 'You') },
    {
      area: 'category',
      head: 'Left',
      labelled: true,
      numeric: true,
      cell: ({ purgeAt }) => <DaysLeft days={daysUntil(purgeAt)} />,
    },
    {
      area: 'actions',
      head: 'Actions',
      hideHead: true,
      cell: (item) => <Actions item={item} onDelete={onDelete} />,
    },
  ]
}

/** `Playlist with 2 videos, 14 likes and 31 saves` or `Video in CSS Layout` */
function describe({ kind, playlist, videos = 0, likes, saves = 0, byAdmin, deletedAt }: TrashItem): string {
  const deleted = byAdmin ? ` · Deleted by an admin on ${formatDate(deletedAt)}.` : ''
  if (kind === 'course') return `Video in ${playlist?.title ?? ''}${deleted}`
  const counts = [
    countOf(videos, 'video'),
    ...(likes > 0 ? [countOf(likes, 'like')] : []),
    ...(saves > 0 ? [countOf(saves, 'save')] : []),
  ]
  const last = counts.length > 1 ? counts.pop() : undefined
  return `Playlist with ${counts.join(', ')}${last === undefined ? '' : ` and ${last}`}${deleted}`
}

const daysUntil = (time: string) => Math.max(0, Math.ceil((Date.parse(time) - Date.now()) / DAY_MS))

function DaysLeft({ days }: { days: number }) {
  return <span className={days <= SOON_DAYS ? styles.soon : undefined}>{countOf(days, 'day')}</span>
}

function Actions({ item, onDelete }: { item: TrashItem } & Pick<TrashTableProps, 'onDelete'>) {
  const isAdmin = useCurrentUser()?.isAdmin === true
  return (
    <RowActions>
      <Restore item={item} isAdmin={isAdmin} />
      <IconButton
        icon="trash"
        label={`Delete ${item.title} for good`}
        size="sm"
        tone="danger"
        onClick={() => onDelete(item)}
      />
    </RowActions>
  )
}

/** The button, or why there is none. */
function Restore({ item, isAdmin }: { item: TrashItem; isAdmin: boolean }) {
  if (item.byAdmin && !isAdmin) return <span className={styles.why}>Ask an admin</span>
  if (item.playlist?.inTrash) return <span className={styles.why}>{RESTORE_PLAYLIST_FIRST}</span>
  return <RestoreButton trashId={item._id} title={item.title} />
}
