import { queryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'

/** The cues of captions do not change while somebody watches. */
export const cuesOf = (call: Call, viewer: string, captionsId: string) =>
  queryOptions({
    queryKey: ['cues', captionsId, viewer],
    queryFn: async ({ signal }) => (await call('captions.cues', { params: { captionsId }, signal })).cues,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  })
