import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call, CallInput } from '#contract/api.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useWrite } from '#web/core/use-write.ts'

const KEY = 'consents'

/** The versions of the legal pages that the user should accept. */
export const missingConsentsOf = (call: Call, viewer: string) =>
  queryOptions({
    queryKey: [KEY, viewer],
    queryFn: ({ signal }) => call('consents.missing', { signal }),
  })

export function useAcceptVersions() {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    mutationFn: (body: NonNullable<CallInput<'consents.accept'>['body']>) =>
      call('consents.accept', { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: [KEY] }),
  })
}
