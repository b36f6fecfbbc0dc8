import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call, CallInput } from '#contract/api.ts'
import type { AuditEntry } from '#contract/review/audit.ts'
import { useCall } from '#web/core/app-context.tsx'
import { cursorPages } from '#web/core/query-options.ts'
import { useWrite } from '#web/core/use-write.ts'

const PAGE = '50'
const NAMES = '5'

export type AuditFilter = Pick<NonNullable<CallInput<'review.audit'>['query']>, 'user' | 'action' | 'day'>

/** Who did what, newest first. */
export const auditOf = (call: Call, filter: AuditFilter) =>
  infiniteQueryOptions({
    ...cursorPages,
    queryKey: ['audit', filter],
    queryFn: async ({ pageParam, signal }) => {
      const page = await call('review.audit', {
        query: { ...filter, limit: PAGE, cursor: pageParam || undefined },
        signal,
      })
      return typeof page === 'string' ? { entries: NO_ENTRIES, total: 0, nextCursor: null } : page
    },
    placeholderData: keepPreviousData,
    meta: { toast: true },
  })

const NO_ENTRIES: AuditEntry[] = []

/** Users by name, for the filter. */
export const usersNamed = (call: Call, q: string) =>
  queryOptions({
    queryKey: ['audit', 'users', q],
    queryFn: ({ signal }) => call('users.list', { query: { q, limit: NAMES }, signal }),
    meta: { toast: true },
  })

/** Downloads everything that matches as a table. */
export function useExportAudit(filter: AuditFilter) {
  const call = useCall()
  return useWrite({
    mutationFn: () => call('review.audit', { query: { ...filter, format: 'csv' } }),
    onSuccess: (csv) => {
      if (typeof csv === 'string')
        download(`audit${filter.day === undefined ? '' : ` ${filter.day}`}.csv`, csv)
    },
  })
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
