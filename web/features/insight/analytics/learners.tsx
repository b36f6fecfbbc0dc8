import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { countOf } from '#contract/format.ts'
import type { Learner } from '#contract/insight/analytics.ts'
import { LEARNER_SORTS } from '#contract/insight/analytics-choices.ts'
import { hiddenText } from '#contract/insight/figure-words.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { ProgressLine } from '#web/ui/feedback/progress-line.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import { TableFrame } from '#web/ui/table/table-frame.tsx'
import { TableRows } from '#web/ui/table/table-rows.tsx'
import { TableSearch } from '#web/ui/table/table-search.tsx'
import { formatDay } from '#web/ui/text/format.ts'
import { type LearnerFilter, learnersOf, useLearnersCsv } from './analytics.queries.ts'
import { CsvButton } from './figures-head.tsx'
import styles from './learners.module.css'

type Row = Learner & { _id: string }

/** A day of the site is the same day everywhere. */
const dayOf = (day: string) => <time dateTime={day}>{formatDay(`${day}T00:00`)}</time>

const COLUMNS: Column<Row>[] = [
  {
    area: 'main',
    head: 'Learner',
    sort: 'name',
    cell: ({ user }) => (
      <span className={styles.person}>
        <Avatar user={user} size={32} />
        <bdi>{user.username}</bdi>
      </span>
    ),
  },
  {
    area: 'count',
    head: 'Done',
    sort: 'done',
    numeric: true,
    cell: ({ done, of }) => (
      <span className={styles.done}>
        <ProgressLine value={done} max={of} thick />
        {done} of {of}
      </span>
    ),
  },
  { area: 'by', head: 'Last watched', sort: 'last', labelled: true, cell: ({ lastDay }) => dayOf(lastDay) },
  { area: 'date', head: 'First watched', cell: ({ firstDay }) => dayOf(firstDay) },
  {
    area: 'status',
    head: 'Finished',
    labelled: true,
    cell: ({ finishedOn }) => (finishedOn === null ? '–' : dayOf(finishedOn)),
  },
]

/** The order and the search of the learners. They are in the address, so that going back restores them. */
function useLearnerFilter() {
  const [search, setSearch] = useSearchParams()
  const filter: LearnerFilter = {
    sort: LEARNER_SORTS.find((each) => each === search.get('sort')) ?? 'last',
    order: search.get('order') === 'asc' ? 'asc' : 'desc',
    q: search.get('q')?.trim() ?? '',
  }
  function change(changes: Record<string, string>): void {
    const next = new URLSearchParams(search)
    for (const [key, value] of Object.entries(changes)) {
      if (value === '') next.delete(key)
      else next.set(key, value)
    }
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  return { filter, change }
}

/** Who learns with a playlist, of those who let their teacher see it. */
export function Learners({ playlistId, title }: { playlistId: string; title: string }) {
  const { filter, change } = useLearnerFilter()
  const list = useInfiniteQuery(learnersOf(useCall(), viewerKey(useCurrentUser()), { playlistId, ...filter }))
  const csv = useLearnersCsv(playlistId)
  const [page] = list.data?.pages ?? []
  const rows = list.data?.pages.flatMap(({ learners }) =>
    learners.map((each) => ({ ...each, _id: each.user._id })),
  )
  const foot = page && hiddenText(page.hidden)
  return (
    <TableFrame
      title="Learners"
      action={
        <>
          <TableSearch plural="learners" q={filter.q} onSearch={(q) => change({ q })} />
          <CsvButton of="learners" csv={csv} onPress={() => csv.download({ title, query: filter })} />
        </>
      }
    >
      <TableRows
        what="learners"
        list={list}
        loaded={rows?.length ?? 0}
        total={page?.total ?? 0}
        empty={{
          drawing: 'people',
          ...(filter.q
            ? {
                title: 'Nobody matches.',
                help: `No learner’s name begins with “${filter.q}”.`,
                action: <Button onClick={() => change({ q: '' })}>Show all</Button>,
              }
            : {
                title: 'No learner shows their name.',
                help: 'A name appears when a learner has read who sees it, and agrees.',
              }),
        }}
      >
        <DataTable
          layout="learners"
          columns={COLUMNS}
          rows={rows ?? []}
          stale={list.isPlaceholderData}
          sort={{ by: filter.sort, order: filter.order }}
          onSort={(sort, order) => change({ sort, order })}
        />
      </TableRows>
      {page && (
        <p className={styles.foot}>
          <Icon name="lock" size="sm" />
          <span>
            {filter.q === '' &&
              page.total > 0 &&
              `${countOf(page.total, 'learner shows', 'learners show')} their name. `}
            {foot} You never see what somebody watched within a video, their notes or their history.
          </span>
        </p>
      )}
    </TableFrame>
  )
}
