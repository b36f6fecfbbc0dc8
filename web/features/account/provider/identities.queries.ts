import { queryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'

/** The user's own accounts at the provider. */
export const identitiesOf = (call: Call, viewer: string) =>
  queryOptions({
    queryKey: ['security', 'identities', viewer],
    queryFn: async ({ signal }) => (await call('provider.identities', { signal })).identities,
  })
