import { queryOptions, useQueries } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { APPROVAL_STATUSES, type Status } from '#contract/status-values.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { Badge } from '#web/ui/badge.tsx'
import styles from './status-counts.module.css'

const tallyOf = (call: Call, name: 'playlists.list' | 'courses.list', status: Status) =>
  queryOptions({
    queryKey: ['admin', 'tally', name, status],
    queryFn: async ({ signal }) => (await call(name, { query: { status, limit: '1' }, signal })).total,
  })

/** The number of items of each status. It is fetched for admins only; other users are being redirected home. */
export function StatusCounts({ of }: { of: 'playlists.list' | 'courses.list' }) {
  const call = useCall()
  const enabled = useCurrentUser()?.isAdmin === true
  const tallies = useQueries({
    queries: APPROVAL_STATUSES.map((status) => ({ ...tallyOf(call, of, status), enabled })),
  })
  return (
    <ul className={styles.tallies} aria-label="Totals by status">
      {APPROVAL_STATUSES.map((status, index) => (
        <li key={status}>
          <Badge tone={status} count={tallies[index]?.data ?? '–'} />
        </li>
      ))}
    </ul>
  )
}
