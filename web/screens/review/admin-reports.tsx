import { useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ReportGroup } from '#contract/reports/reports.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { ReportCard } from '#web/features/reports/report-card.tsx'
import { reportsOf } from '#web/features/reports/report-list.queries.ts'
import { ageText } from '#web/features/reports/report-words.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { MoreRows } from '#web/ui/table/more-rows.tsx'
import styles from './admin-reports.module.css'

/** /admin/reports: one card for each reported subject, the oldest report first. */
export function Component() {
  const isAdmin = useCurrentUser()?.isAdmin === true
  const list = useInfiniteQuery({ ...reportsOf(useCall()), enabled: isAdmin })
  const groups = list.data?.pages.flatMap((page) => page.groups) ?? []
  const total = list.data?.pages[0]?.total ?? 0
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <ScreenTitle screen="Reports" unlisted />
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          Reports
        </h2>
        {list.isSuccess && <p role="status">{summaryOf(total, groups[0])}</p>}
      </div>
      {list.isPending && (
        <Loading what="reports">
          <LineSkeletons count={6} />
        </Loading>
      )}
      {list.isError && !list.data && (
        <LoadFailed drawing="comments" error={list.error} onRetry={list.refetch} />
      )}
      {list.isSuccess && groups.length === 0 && (
        <EmptyState
          drawing="comments"
          title="Nothing is reported."
          help="What users report appears here, the oldest first."
        />
      )}
      <Cards groups={groups} heading={heading} />
      <MoreRows list={list} loaded={groups.length} total={total} />
    </>
  )
}

/** `3 waiting · oldest 2 days` */
function summaryOf(total: number, oldest: ReportGroup | undefined): string {
  return oldest ? `${total} waiting · oldest ${ageText(oldest.firstAt, Date.now())}` : `${total} waiting`
}

interface CardsProps {
  groups: readonly ReportGroup[]
  /** Gets the focus after the last decision. */
  heading: RefObject<HTMLElement | null>
}

/** One card is open. When its subject is decided, the next one opens and gets the focus. */
function Cards({ groups, heading }: CardsProps) {
  const [open, setOpen] = useState<{ id: string; at: number } | null>()
  const cards = useRef<HTMLDivElement>(null)
  const decided = useRef<string>(undefined)
  const openId = openOf(groups, open)
  useEffect(() => {
    if (decided.current === undefined || decided.current === openId) return
    decided.current = undefined
    const next = cards.current?.querySelector<HTMLElement>('[aria-expanded=true]')
    ;(next ?? heading.current)?.focus()
  })
  return (
    <div ref={cards} className={styles.cards}>
      {groups.map((group, at) => (
        <ReportCard
          key={group._id}
          group={group}
          isOpen={group._id === openId}
          onToggle={() => setOpen(group._id === openId ? null : { id: group._id, at })}
          onDeciding={(isDeciding) => {
            decided.current = isDeciding ? group._id : undefined
          }}
        />
      ))}
    </div>
  )
}

/** The id of the open card: the chosen one or, when that is gone, the one that took its place. Initially the first. */
function openOf(groups: readonly ReportGroup[], open: { id: string; at: number } | null | undefined) {
  if (open === null) return
  const { id, at } = open ?? { id: '', at: 0 }
  if (groups.some(({ _id }) => _id === id)) return id
  return groups[Math.min(at, groups.length - 1)]?._id
}
