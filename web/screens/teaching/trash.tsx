import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { TrashItem } from '#contract/catalog/trash.ts'
import { TRASH_DAYS } from '#contract/catalog/trash-messages.ts'
import { countOf } from '#contract/format.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { trashOf, useDeleteForGood, useEmptyTrash } from '#web/features/catalog/trash/trash.queries.ts'
import { TrashTable } from '#web/features/catalog/trash/trash-table.tsx'
import { useUploadSpace } from '#web/features/video/uploads/uploads.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Note } from '#web/ui/feedback/note.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { ConfirmDelete } from '#web/ui/overlay/confirm-delete.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { TableFrame } from '#web/ui/table/table-frame.tsx'
import { TableRows } from '#web/ui/table/table-rows.tsx'
import { formatVideoSize } from '#web/ui/text/format.ts'
import styles from './trash.module.css'

/** /teacher-dashboard/trash: what the teacher has deleted, to restore it or to delete it for good. */
export function Component() {
  const list = useInfiniteQuery(trashOf(useCall(), viewerKey(useCurrentUser())))
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const total = list.data?.pages[0]?.total ?? 0
  const [toDelete, setToDelete] = useState<TrashItem>()
  const [isEmptying, setEmptying] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = useDeleteForGood()
  const empty = useEmptyTrash()

  return (
    <>
      <ScreenTitle screen="Trash" unlisted />
      <header className={styles.head}>
        <div>
          <h1>Trash</h1>
          <p>
            What you delete can be restored for {TRASH_DAYS} days, with its likes, comments, saves and
            everybody’s progress.
          </p>
        </div>
        {total > 0 && (
          <Button className={styles.empty} onClick={() => setEmptying(true)}>
            <Icon name="trash" />
            Empty trash
          </Button>
        )}
      </header>
      <Space bytes={list.data?.pages[0]?.bytes ?? 0} />
      <TableFrame title={total === 0 ? 'Deleted' : countOf(total, 'thing')} headingRef={heading}>
        <TableRows
          what="things"
          list={list}
          loaded={items.length}
          total={total}
          empty={{ drawing: 'playlists', title: 'The trash is empty.' }}
        >
          <TrashTable items={items} onDelete={setToDelete} />
        </TableRows>
      </TableFrame>
      {toDelete && (
        <ConfirmDelete
          resource={toDelete._id}
          title={
            <>
              Delete “<bdi>{toDelete.title}</bdi>” for good?
            </>
          }
          action="Delete for good"
          text={`${lost(toDelete)} This cannot be undone.`}
          remove={remove}
          heading={heading}
          onClose={() => setToDelete(undefined)}
        />
      )}
      {isEmptying && (
        <ConfirmDelete
          resource={undefined}
          title="Empty the trash?"
          action="Empty trash"
          text={`${countOf(total, 'thing')} will be deleted for good. This cannot be undone.`}
          remove={empty}
          heading={heading}
          onClose={() => setEmptying(false)}
        />
      )}
    </>
  )
}

const lost = ({ kind }: TrashItem) =>
  kind === 'playlist'
    ? 'Its videos, their likes and comments go with it.'
    : 'Its likes and comments go with it.'

/** Videos in the trash take space of their teacher. */
function Space({ bytes }: { bytes: number }) {
  const space = useUploadSpace().data
  if (bytes === 0 || !space) return null
  return (
    <div className={styles.space}>
      <Note title={`${formatVideoSize(bytes)} are in the trash.`}>
        <p>They count towards your {formatVideoSize(space.quotaBytes)} until they are deleted for good.</p>
      </Note>
    </div>
  )
}
