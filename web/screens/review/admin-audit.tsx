import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AuditEntry } from '#contract/review/audit.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { RestoreButton } from '#web/features/catalog/trash/restore-button.tsx'
import {
  AUDIT_ACTIONS,
  type AuditFilter,
  actionText,
  auditOf,
  detailText,
  useExportAudit,
  usersNamed,
} from '#web/features/review/audit.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { ChipButton } from '#web/ui/layout/chip.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import { TableFrame } from '#web/ui/table/table-frame.tsx'
import { TableRows } from '#web/ui/table/table-rows.tsx'
import { TableSearch } from '#web/ui/table/table-search.tsx'
import styles from './admin-audit.module.css'

const COLUMNS: Column<AuditEntry>[] = [
  {
    area: 'main',
    head: 'Action',
    cell: ({ action, detail }) => (
      <>
        <b className={styles.action}>{actionText(action)}</b>
        <small className={styles.detail}>{detailText(detail)}</small>
      </>
    ),
  },
  {
    area: 'by',
    head: 'Person',
    labelled: true,
    cell: ({ user, network }) => (
      <>
        <bdi>{user?.username ?? 'Not logged in'}</bdi>
        <small className={styles.detail}>{network}</small>
      </>
    ),
  },
  {
    area: 'category',
    head: 'About',
    labelled: true,
    cell: ({ subject, subjectTitle }) =>
      subjectTitle === null ? <code className={styles.id}>{subject ?? '–'}</code> : <bdi>{subjectTitle}</bdi>,
  },
  {
    area: 'date',
    head: 'Time (UTC)',
    numeric: true,
    cell: ({ at }) => <time dateTime={at}>{`${at.slice(0, 10)} ${at.slice(11, 19)}`}</time>,
  },
  {
    area: 'actions',
    head: 'Actions',
    hideHead: true,
    cell: ({ trashId, subjectTitle }) =>
      trashId !== undefined && <RestoreButton trashId={trashId} title={subjectTitle ?? ''} />,
  },
]

/** /admin/audit: who did what, by person, action and day. */
export function Component() {
  const [search, setSearch] = useSearchParams()
  const isAdmin = useCurrentUser()?.isAdmin === true
  const filter = filterOf(search)
  const list = useInfiniteQuery({ ...auditOf(useCall(), filter), enabled: isAdmin })
  const download = useExportAudit(filter)
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? []
  const isNarrowed = Object.keys(filter).length > 0

  function change(changes: Record<string, string>): void {
    const next = new URLSearchParams(search)
    for (const [key, value] of Object.entries(changes)) {
      if (value === '') next.delete(key)
      else next.set(key, value)
    }
    setSearch(next, { replace: true, preventScrollReset: true })
  }

  return (
    <>
      <ScreenTitle screen="Audit log" unlisted />
      <TableFrame
        title="Audit log"
        action={
          <Button size="sm" busy={download.isPending} onClick={() => download.mutate()}>
            <Icon name="download" />
            Export CSV
          </Button>
        }
      >
        <div className={styles.filters}>
          <PersonFilter
            user={filter.user}
            name={search.get('name') ?? ''}
            onChange={(user, name) => change({ user, name })}
          />
          <SelectField
            name="action"
            label="Action"
            options={[
              { value: '', label: 'All actions' },
              ...Object.entries(AUDIT_ACTIONS).map(([value, label]) => ({ value, label })),
            ]}
            value={filter.action ?? ''}
            onChange={(action) => change({ action })}
          />
          <label className={styles.day}>
            Day
            <input
              type="date"
              value={filter.day ?? ''}
              onChange={({ currentTarget }) => change({ day: currentTarget.value })}
            />
          </label>
        </div>
        <TableRows
          what="entries"
          list={list}
          loaded={entries.length}
          total={list.data?.pages[0]?.total}
          empty={{
            drawing: 'people',
            title: isNarrowed ? 'Nothing matches.' : 'Nothing has happened yet.',
            ...(isNarrowed && { action: <Button onClick={() => setSearch({})}>Show all</Button> }),
          }}
        >
          <DataTable layout="users" columns={COLUMNS} rows={entries} stale={list.isPlaceholderData} />
        </TableRows>
      </TableFrame>
    </>
  )
}

function filterOf(search: URLSearchParams): AuditFilter {
  const [user, action, day] = ['user', 'action', 'day'].map((key) => search.get(key))
  return { ...(user && { user }), ...(action && { action }), ...(day && { day }) }
}

interface PersonFilterProps {
  user: string | undefined
  name: string
  onChange: (user: string, name: string) => void
}

/** Finds a user by name. The chosen one can be removed again. */
function PersonFilter({ user, name, onChange }: PersonFilterProps) {
  const [q, setQ] = useState('')
  const found = useQuery({ ...usersNamed(useCall(), q), enabled: q !== '' }).data?.users
  return (
    <div className={styles.person}>
      <TableSearch plural="people" q={q} onSearch={setQ} />
      <div className={styles.people}>
        {user !== undefined && (
          <ChipButton
            pressed
            aria-label={`Show everybody, not only ${name}`}
            onClick={() => onChange('', '')}
          >
            <bdi>{name || user}</bdi> ×
          </ChipButton>
        )}
        {found
          ?.filter(({ _id }) => _id !== user)
          .map(({ _id, username, role }) => (
            <ChipButton
              key={_id}
              pressed={false}
              onClick={() => {
                setQ('')
                onChange(_id, username)
              }}
            >
              <bdi>{username}</bdi> {role}
            </ChipButton>
          ))}
        {found?.length === 0 && <p role="status">Nobody matches “{q}”.</p>}
      </div>
    </div>
  )
}
