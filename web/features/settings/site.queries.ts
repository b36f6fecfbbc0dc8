import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { useCall } from '#web/core/app-context.tsx'

/** What the site is called, and who may visit, register and teach. */
export const siteOf = (call: Call) =>
  queryOptions({
    queryKey: ['site'],
    queryFn: ({ signal }) => call('site.get', { signal }),
  })

export const useSiteInfo = () => useQuery(siteOf(useCall()))
