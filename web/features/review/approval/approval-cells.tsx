import { useLocation } from 'react-router'
import type { UserRef } from '#contract/account/user-fields.ts'
import type { ImageRef } from '#contract/media/media.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { Picture } from '#web/features/media/picture.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { InertIcon } from '#web/ui/navigation/icon-button.tsx'
import { TRASH } from '#web/ui/picture/later-icon-paths.ts'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'
import styles from './approval-cells.module.css'
import type { TableLinkState } from './table-link.ts'

const ID_SHOWN = 6

/** The end of an id, with the full id on hover. */
export function IdCell({ id }: { id: string }) {
  return (
    <span className={styles.id} title={id}>
      …{id.slice(-ID_SHOWN)}
    </span>
  )
}

export function CreatorCell({ teacher }: { teacher: UserRef }) {
  return (
    <span className={styles.by}>
      <Avatar user={teacher} size={26} />
      <bdi>{teacher.username}</bdi>
    </span>
  )
}

export function ImageCell({ image, category, seed }: { image: ImageRef; category: string; seed: string }) {
  return (
    <Thumb>
      <Picture image={image} sizes="88px" fallback={{ category, seed }} />
    </Thumb>
  )
}

/** The filter of the table travels with the link, so that the way back keeps it. */
export function ViewCell({ to, title }: { to: string; title: string }) {
  const { search } = useLocation()
  const state: TableLinkState = { table: search }
  return (
    <LinkButton to={to} state={state} size="sm" aria-label={`View ${title}`}>
      View
    </LinkButton>
  )
}

/** Specification section 2, /admin: the delete icon has no action. */
export function DeleteIcon() {
  return <InertIcon icon={TRASH} size="sm" label="Delete is not available" />
}

/** The columns that the tables of playlists and courses share. */
export const CREATOR: Column<{ teacher: UserRef }> = {
  area: 'by',
  head: 'Creator',
  sort: 'creator',
  cell: ({ teacher }) => <CreatorCell teacher={teacher} />,
}
export const CREATED: Column<{ createdAt: string }> = {
  area: 'date',
  head: 'Created',
  sort: 'created',
  numeric: true,
  cell: ({ createdAt }) => createdAt.slice(0, 10),
}
