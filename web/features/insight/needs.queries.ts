import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import type { Need } from '#contract/insight/needs.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useDraftsStatus } from '#web/core/drafts/use-drafts.ts'
import { useCurrentUser } from '#web/core/session.tsx'

const needsOf = (call: Call, userId: string) =>
  queryOptions({
    queryKey: ['needs', userId],
    queryFn: ({ signal }) => call('teaching.needs', { signal }),
    staleTime: 0,
    meta: { silent: true },
  })

const NONE: Need[] = []

/** What waits for the logged-in teacher on the server, as soon as the drafts of this browser are known, too. The dashboard works without it. */
export function useNeeds() {
  const user = useCurrentUser()
  const { isRead } = useDraftsStatus()
  const { data, isPending, failureCount } = useQuery({
    ...needsOf(useCall(), user?._id ?? ''),
    enabled: user?.role === 'Teacher',
  })
  return { items: data?.items ?? NONE, isPending: !isRead || (isPending && failureCount === 0) }
}
