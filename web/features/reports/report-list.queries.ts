import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call, CallInput } from '#contract/api.ts'
import { useCall } from '#web/core/app-context.tsx'
import { cursorPages } from '#web/core/query-options.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'

const REPORTS = 'reports'
const PAGE = '25'

/** The subjects with open reports, the oldest report first. */
export const reportsOf = (call: Call) =>
  infiniteQueryOptions({
    queryKey: [REPORTS],
    queryFn: ({ signal, pageParam }) =>
      call('reports.list', { query: { limit: PAGE, cursor: pageParam || undefined }, signal }),
    ...cursorPages,
    staleTime: 0,
  })

/** Decides about all open reports of a group, which then leaves the list. */
export function useDecideReports(reportId: string) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true },
    mutationFn: (body: NonNullable<CallInput<'reports.decide'>['body']>) =>
      call('reports.decide', { params: { reportId }, body }),
    onSuccess: ({ message }) => {
      notify.success(message, { timeout: SCREEN_TOAST_MS })
      return cache.invalidateQueries()
    },
    // Another admin may have decided.
    onError: () => cache.invalidateQueries({ queryKey: [REPORTS] }),
  })
}
