import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import type { SiteInfo } from '#contract/settings/site.ts'
import { useCall } from '#web/core/app-context.tsx'

/** What the site is called, and who may visit, register and teach. */
export const siteOf = (call: Call) =>
  queryOptions({
    queryKey: ['site'],
    queryFn: ({ signal }) => call('site.get', { signal }),
  })

/** The same for components; `undefined` until it is loaded. */
export function useSiteInfo(): SiteInfo | undefined {
  return useQuery(siteOf(useCall())).data
}
