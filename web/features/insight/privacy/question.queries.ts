import { queryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { questionKey } from './privacy-keys.ts'

/**
 * The question of the watch page, as long as the viewer has not answered it. The page waits for the first answer, so that nothing
 * moves when the question appears; without one it is not asked.
 */
export const questionOf = (call: Call, viewer: string) =>
  queryOptions({
    queryKey: questionKey(viewer),
    queryFn: async ({ signal }) => {
      const { told } = await call('privacy.get', { signal })
      return told ? null : (await import('./progress-question.tsx')).ProgressQuestion
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    retryOnMount: false,
    meta: { silent: true },
  })
