import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call, CallInput } from '#contract/api.ts'
import type { LegalKind } from '#contract/settings/legal-kinds.ts'
import { useCall } from '#web/core/app-context.tsx'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useReadAfterConflict } from '#web/core/use-read-after-conflict.ts'
import { useWrite } from '#web/core/use-write.ts'

const KEY = 'legal'

/** A published page; admins get what was written, too. */
export const legalPageOf = (call: Call, kind: LegalKind, viewer: string) =>
  queryOptions({
    queryKey: [KEY, kind, viewer],
    queryFn: ({ signal }) => call('legal.get', { params: { kind }, signal }),
  })

/** What is published, for admins. */
export const legalStatesOf = (call: Call, viewer: string) =>
  queryOptions({
    queryKey: [KEY, 'states', viewer],
    queryFn: ({ signal }) => call('legal.list', { signal }),
    staleTime: 0,
  })

/** What a text will look like. */
export const legalPreviewOf = (call: Call, markdown: string) =>
  queryOptions({
    queryKey: [KEY, 'preview', markdown],
    queryFn: ({ signal }) => call('legal.preview', { body: { markdown }, signal }),
    gcTime: 0,
  })

export function usePublishPage(kind: LegalKind) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true },
    mutationFn: (body: NonNullable<CallInput<'legal.publish'>['body']>) =>
      call('legal.publish', { params: { kind }, body }),
    onError: useReadAfterConflict(),
    onSuccess: ({ message }) => {
      notify.success(message, { timeout: SCREEN_TOAST_MS })
      return cache.invalidateQueries()
    },
  })
}
