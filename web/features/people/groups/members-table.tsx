import { useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Group, Member } from '#contract/people/groups.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { TableFrame } from '#web/ui/table/table-frame.tsx'
import { TableRows } from '#web/ui/table/table-rows.tsx'
import { TableSearch } from '#web/ui/table/table-search.tsx'
import { AddPeopleLink } from './add-people.tsx'
import { groupOf } from './groups.queries.ts'
import { memberColumns } from './member-columns.tsx'

/** The members of a group by name, for admins and leads. The words of the search are in the address. */
export function MembersTable({ group }: { group: Group }) {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q')?.trim() ?? ''
  const me = useCurrentUser()
  const list = useInfiniteQuery(groupOf(useCall(), { groupId: group._id, viewer: viewerKey(me), q }))
  const members = list.data?.pages.flatMap((page) => page.members ?? []) ?? []
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <TableFrame
      title="Members"
      headingRef={heading}
      action={
        <TableSearch
          plural="members"
          q={q}
          onSearch={(words) =>
            setSearch(words === '' ? {} : { q: words }, { replace: true, preventScrollReset: true })
          }
        />
      }
    >
      <TableRows
        what="members"
        list={list}
        loaded={members.length}
        total={list.data?.pages[0]?.total}
        empty={{
          drawing: 'people',
          ...(q
            ? {
                title: 'Nobody matches.',
                help: `No member’s name contains “${q}”.`,
                action: <Button onClick={() => setSearch({})}>Show all</Button>,
              }
            : {
                title: 'Nobody is in this group yet.',
                action: <AddPeopleLink />,
              }),
        }}
      >
        <Rows group={group} members={members} stale={list.isPlaceholderData} heading={heading} />
      </TableRows>
    </TableFrame>
  )
}

interface RowsProps {
  group: Group
  members: Member[]
  stale: boolean
  heading: RefObject<HTMLElement | null>
}

function Rows({ group: { _id, name }, members, stale, heading }: RowsProps) {
  const isAdmin = useCurrentUser()?.isAdmin === true
  const columns = useMemo(
    () => memberColumns({ group: { _id, name }, isAdmin, heading }),
    [_id, name, isAdmin, heading],
  )
  return <DataTable layout="members" columns={columns} rows={members} stale={stale} />
}
