import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { useCall } from '#web/core/app-context.tsx'

/** How the site signs users in and whether it sends mail. It changes only when the server is restarted. */
export const authOptionsOf = (call: Call) =>
  queryOptions({
    queryKey: ['auth', 'options'],
    queryFn: ({ signal }) => call('auth.options', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** How the site handles mail; `undefined` until it is loaded. */
export function useMailMode() {
  return useQuery(authOptionsOf(useCall())).data?.mail
}
