import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import type { TeacherRequest } from '#contract/people/teacher-requests.ts'
import { useCall } from '#web/core/app-context.tsx'
import { cursorPages } from '#web/core/query-options.ts'
import { useWrite } from '#web/core/use-write.ts'

const REQUESTS = 'teacher requests'
const PAGE = '25'

/** Requests to teach, newest first. */
export const teacherRequestsOf = (call: Call, state: TeacherRequest['state'] | undefined) =>
  infiniteQueryOptions({
    queryKey: [REQUESTS, state ?? ''],
    queryFn: ({ signal, pageParam }) =>
      call('teacherRequests.list', { query: { state, limit: PAGE, cursor: pageParam || undefined }, signal }),
    ...cursorPages,
    staleTime: 0,
  })

/** How many requests to teach wait for a decision. */
export const openRequestsOf = (call: Call) =>
  queryOptions({
    queryKey: [REQUESTS, 'count'],
    queryFn: ({ signal }) => call('teacherRequests.list', { query: { state: 'open', limit: '1' }, signal }),
    select: ({ total }) => total,
    meta: { silent: true },
  })

interface Decision {
  requestId: string
  accepted: boolean
  message: string
}

/** Accepts or declines a request. The person is notified. */
export function useDecideRequest() {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true },
    mutationFn: ({ requestId, ...body }: Decision) =>
      call('teacherRequests.decide', { params: { requestId }, body }),
    onSuccess: () => cache.invalidateQueries(),
    // Another admin may have decided.
    onError: () => cache.invalidateQueries({ queryKey: [REQUESTS] }),
  })
}
