import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'

const spaceOf = (call: Call, viewer: string) =>
  queryOptions({
    queryKey: ['uploads', 'space', viewer],
    queryFn: ({ signal }) => call('uploads.space', { signal }),
    refetchOnMount: 'always',
    // Without an answer there is no tab.
    meta: { silent: true },
    throwOnError: false,
  })

/** What the teacher may upload; `undefined` until the server has said it. */
export function useUploadSpace() {
  const viewer = viewerKey(useCurrentUser())
  return useQuery(spaceOf(useCall(), viewer))
}
