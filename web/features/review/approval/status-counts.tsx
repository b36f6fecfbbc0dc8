import { queryOptions, useQueries } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { APPROVAL_STATUSES, type Status } from '#contract/catalog/status-values.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import styles from './status-counts.module.css'

const totalOf = (call: Call, name: 'playlists.list' | 'courses.list', status: Status) =>
  queryOptions({
    queryKey: ['admin', 'total', name, status],
    queryFn: async ({ signal }) => (await call(name, { query: { status, limit: '1' }, signal })).total,
  })

/** The number of items of each status. It is fetched for admins only; other users are being redirected home. */
export function StatusCounts({ of: list }: { of: 'playlists.list' | 'courses.list' }) {
  const call = useCall()
  const enabled = useCurrentUser()?.isAdmin === true
  const totals = useQueries({
    queries: APPROVAL_STATUSES.map((status) => ({ ...totalOf(call, list, status), enabled })),
  })
  return (
    <ul className={styles.totals} aria-label="Totals by status">
      {APPROVAL_STATUSES.map((status, index) => (
        <li key={status}>
          <Badge tone={status} count={totals[index]?.data ?? '–'} />
        </li>
      ))}
    </ul>
  )
}
