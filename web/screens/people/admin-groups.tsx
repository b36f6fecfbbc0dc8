import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatCount } from '#contract/format.ts'
import type { Group } from '#contract/people/groups.ts'
import { useCall } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { groupsOf } from '#web/features/people/groups/groups.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import { TableFrame } from '#web/ui/table/table-frame.tsx'
import { TableRows } from '#web/ui/table/table-rows.tsx'
import { TableSearch } from '#web/ui/table/table-search.tsx'
import styles from './admin-groups.module.css'

const AddGroupDialog = lazyPart(
  async () => (await import('#web/features/people/groups/add-group.tsx')).AddGroupDialog,
)

const COLUMNS: Column<Group>[] = [
  {
    area: 'main',
    head: 'Name',
    cell: ({ _id, name, description }) => (
      <div className={styles.group}>
        <TextLink to={`/admin/groups/${_id}`} className={styles.name}>
          <bdi>{name}</bdi>
        </TextLink>
        {description && <small dir="auto">{description}</small>}
      </div>
    ),
  },
  {
    area: 'by',
    head: 'Lead',
    labelled: true,
    cell: ({ leads = [] }) => <bdi>{leads.map(({ username }) => username).join(', ') || '–'}</bdi>,
  },
  {
    area: 'category',
    head: 'People',
    labelled: true,
    numeric: true,
    cell: ({ membersCount = 0 }) => formatCount(membersCount),
  },
  {
    area: 'count',
    head: 'Playlists',
    labelled: true,
    numeric: true,
    cell: ({ playlistsCount }) => formatCount(playlistsCount),
  },
]

/** /admin/groups: all groups by name. */
export function Component() {
  const [search, setSearch] = useSearchParams()
  const [isAdding, setAdding] = useState(false)
  const q = search.get('q')?.trim() ?? ''
  const me = useCurrentUser()
  const list = useInfiniteQuery({
    ...groupsOf(useCall(), viewerKey(me), q ? { q } : {}),
    enabled: me?.isAdmin === true,
  })
  const groups = list.data?.pages.flatMap((page) => page.groups) ?? []
  const isEmpty = list.isSuccess && groups.length === 0 && q === ''
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      Add a group
    </Button>
  )

  function find(words: string): void {
    setSearch(words === '' ? {} : { q: words }, { replace: true, preventScrollReset: true })
  }

  return (
    <>
      <ScreenTitle screen="Admin groups" unlisted />
      <TableFrame
        title="Groups"
        action={
          !isEmpty && (
            <>
              <TableSearch plural="groups" q={q} onSearch={find} />
              {add}
            </>
          )
        }
      >
        <TableRows
          what="groups"
          list={list}
          loaded={groups.length}
          total={list.data?.pages[0]?.total}
          empty={{
            drawing: 'people',
            ...(q
              ? {
                  title: 'Nothing matches.',
                  help: `No group’s name contains “${q}”.`,
                  action: <Button onClick={() => find('')}>Show all</Button>,
                }
              : {
                  title: 'No groups yet.',
                  help: 'A group is a list of people, such as a class. Teachers can show a playlist to it alone.',
                  action: add,
                }),
          }}
        >
          <DataTable layout="groups" columns={COLUMNS} rows={groups} stale={list.isPlaceholderData} />
        </TableRows>
      </TableFrame>
      {isAdding && (
        <Suspense>
          <AddGroupDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}
