import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call, CallInput } from '#contract/api.ts'
import { useCall } from '#web/core/app-context.tsx'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useReadAfterConflict } from '#web/core/use-read-after-conflict.ts'
import { useWrite } from '#web/core/use-write.ts'

/** The settings of the site, for admins. */
export const adminSettingsOf = (call: Call, viewer: string) =>
  queryOptions({
    queryKey: ['settings', viewer],
    queryFn: ({ signal }) => call('settings.get', { signal }),
    staleTime: 0,
  })

export type SettingsInput = NonNullable<CallInput<'settings.update'>['body']>

/** Uploads a picture that a change of the settings can name. */
export function useUploadLogo() {
  const call = useCall()
  return (image: File) => call('settings.logo', { body: {}, image })
}

/** Changes settings and reads everything again, because any screen may look different now. */
export function useSaveSettings() {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true },
    mutationFn: (body: SettingsInput) => call('settings.update', { body }),
    onError: useReadAfterConflict(),
    onSuccess: ({ message }) => {
      notify.success(message, { timeout: SCREEN_TOAST_MS })
      return cache.invalidateQueries()
    },
  })
}
