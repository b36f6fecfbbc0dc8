import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { ROLES } from '#contract/account/user-fields.ts'
import type { CallReply } from '#contract/api.ts'
import { foldText } from '#contract/fold.ts'
import { formatCount } from '#contract/format.ts'
import { PERSON_STATES } from '#contract/people/people-words.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { allGroupsOf } from '#web/features/people/groups/groups.queries.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { TableRows } from '#web/ui/table/table-rows.tsx'
import { TableSearch } from '#web/ui/table/table-search.tsx'
import { type PeopleFilters, peopleOf } from './people.queries.ts'
import styles from './people-table.module.css'
import { personColumns } from './person-columns.tsx'
import { STATE_WORDS } from './state-badge.tsx'

/** Everybody, with one search over names and addresses. What narrows the list is in the address. */
export function PeopleTable() {
  const [search, setSearch] = useSearchParams()
  const filters = filtersOf(search)
  const { q = '', sort = 'name', order = 'asc' } = filters
  const list = useInfiniteQuery(peopleOf(useCall(), filters))
  const [first] = list.data?.pages ?? []
  const people = list.data?.pages.flatMap((page) => page.people) ?? []
  const columns = useMemo(() => personColumns(foldText(q).match(/[\p{L}\p{N}]+/gu) ?? []), [q])

  function change(changes: Changes): void {
    const next = new URLSearchParams(search)
    for (const [key, value] of Object.entries(changes)) {
      if (value === '') next.delete(key)
      else next.set(key, value)
    }
    setSearch(next, { replace: true, preventScrollReset: true })
  }

  return (
    <>
      <PeopleFilter filters={filters} onChange={change} />
      <TableRows
        what="people"
        list={list}
        loaded={people.length}
        total={first?.total}
        empty={{
          drawing: 'people',
          title: 'Nobody matches.',
          help: q
            ? `No name or address has words that begin with “${q}”.`
            : 'Nobody has this role, group and state.',
          action: <Button onClick={() => change({ q: '', role: '', state: '', group: '' })}>Show all</Button>,
        }}
      >
        <DataTable
          layout="people"
          columns={columns}
          rows={people}
          stale={list.isPlaceholderData}
          sort={{ by: sort, order }}
          onSort={(by, next) => change({ sort: by === 'name' ? '' : by, order: next })}
        />
        {first && isNarrowed(filters) && <Matches {...first} q={q} />}
      </TableRows>
    </>
  )
}

type Changes = Partial<Record<'q' | 'role' | 'state' | 'group' | 'sort' | 'order', string>>

const isNarrowed = ({ q, role, state, group }: PeopleFilters) => Boolean(q || role || state || group)

interface MatchesProps extends Pick<CallReply<'people.list'>, 'total' | 'totalIsLowerBound' | 'everybody'> {
  q: string
}

function Matches({ total, totalIsLowerBound, everybody, q }: MatchesProps) {
  return (
    <p className={styles.foot} role="status">
      <span>
        {totalIsLowerBound ? 'More than ' : ''}
        {formatCount(total)} of {formatCount(everybody)} people match{q && ` “${q}”`}
      </span>
      <span>Every word of the search begins a word of the name or the address.</span>
    </p>
  )
}

interface PeopleFilterProps {
  filters: PeopleFilters
  onChange: (changes: Changes) => void
}

function PeopleFilter({ filters: { q = '', role, state, group = '' }, onChange }: PeopleFilterProps) {
  return (
    <div className={styles.filters}>
      <TableSearch plural="people" q={q} onSearch={(words) => onChange({ q: words })} />
      <SelectField
        name="role"
        label="Role"
        options={[{ value: '', label: 'All roles' }, ...ROLES.map((each) => ({ value: each, label: each }))]}
        value={role ?? ''}
        onChange={(chosen) => onChange({ role: chosen })}
      />
      <GroupFilter value={group} onChange={(chosen) => onChange({ group: chosen })} />
      <SelectField
        name="state"
        label="State"
        options={[
          { value: '', label: 'Any state' },
          ...PERSON_STATES.map((each) => ({ value: each, label: STATE_WORDS[each] })),
        ]}
        value={state ?? ''}
        onChange={(chosen) => onChange({ state: chosen })}
      />
    </div>
  )
}

function GroupFilter({ value, onChange }: { value: string; onChange: (group: string) => void }) {
  const viewer = viewerKey(useCurrentUser())
  const groups = useQuery(allGroupsOf(useCall(), viewer)).data ?? []
  return (
    <SelectField
      name="group"
      label="Group"
      options={[
        { value: '', label: 'All groups' },
        ...groups.map(({ _id, name }) => ({ value: _id, label: name })),
      ]}
      value={value}
      onChange={onChange}
    />
  )
}

/** The words of the address that the server knows. */
function filtersOf(search: URLSearchParams): PeopleFilters {
  const within = <Word extends string>(words: readonly Word[], key: string) =>
    words.find((word) => word === search.get(key))
  const q = search.get('q')?.trim()
  const group = search.get('group')
  const role = within(ROLES, 'role')
  const state = within(PERSON_STATES, 'state')
  const sort = within(['email', 'created'] as const, 'sort')
  const order = within(['asc', 'desc'] as const, 'order')
  return {
    ...(q && { q }),
    ...(role && { role }),
    ...(state && { state }),
    ...(group && { group }),
    ...(sort && { sort }),
    ...(order && { order }),
  }
}
