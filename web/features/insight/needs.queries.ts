import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import type { Need } from '#contract/insight/needs.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useDraftsStatus, useSelectedDrafts } from '#web/core/drafts/use-drafts.ts'
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

/** A text that the user typed in this browser and has not saved. */
export interface KeptDraft {
  title: string
  at: string
  /** The screen where it goes on. */
  address: string
}

/** These texts, newest first: one for each place, also if two tabs have a draft of it. */
export function useKeptDrafts(): KeptDraft[] {
  const drafts = useSelectedDrafts((all) => all.filter(({ place }) => place !== undefined))
  const places = new Map<string, KeptDraft>()
  for (const { place, at } of drafts)
    if (place && !places.has(place.address))
      places.set(place.address, { ...place, at: new Date(at).toISOString() })
  return [...places.values()]
}
