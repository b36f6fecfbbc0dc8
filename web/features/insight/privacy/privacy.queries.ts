import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { useCall } from '#web/core/app-context.tsx'
import { notify } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'
import { PRIVACY, questionKey } from './privacy-keys.ts'

/** Whether teachers may see the progress of this viewer. */
export const privacyOf = (call: Call, viewer: string) =>
  queryOptions({
    queryKey: [PRIVACY, 'settings', viewer],
    queryFn: ({ signal }) => call('privacy.get', { signal }),
    refetchOnMount: 'always',
  })

/** Lets teachers see the progress of this viewer or not. It answers the question as well. */
export function useSetProgressShown(viewer: string) {
  const call = useCall()
  const cache = useQueryClient()
  const settings = privacyOf(call, viewer).queryKey
  const question = questionKey(viewer)
  return useWrite({
    scope: { id: 'privacy' },
    meta: { news: { kind: 'privacy' }, fallback: 'Your choice was not saved.' },
    mutationFn: (progressShown: boolean) => call('privacy.update', { body: { progressShown, told: true } }),
    onMutate: (progressShown) => {
      const before = { settings: cache.getQueryData(settings), question: cache.getQueryData(question) }
      cache.setQueryData(settings, { progressShown, told: true })
      cache.setQueryData(question, null)
      return before
    },
    onError: (_error, _shown, before) => {
      cache.setQueryData(settings, before?.settings)
      cache.setQueryData(question, () => before?.question)
    },
    onSuccess: ({ message }) => notify.success(message),
  })
}
