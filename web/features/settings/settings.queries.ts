import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call, CallInput } from '#contract/api.ts'
import { useCall, useSiteState } from '#web/core/app-context.tsx'
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

/** Shows the saved name, logo and colours in this tab, which would else have those of its first page. */
export function useShowSite() {
  const call = useCall()
  const [site, setSite] = useSiteState()
  return async () => {
    const { name, logo, theme, welcome } = await call('site.get')
    const { logo: _logo, welcome: _welcome, ...rest } = site
    setSite({ ...rest, name, ...(logo && { logo }), ...(welcome && { welcome }) })
    showTheme(theme)
  }
}

function showTheme(address: string | null): void {
  for (const link of document.querySelectorAll('link[href^="/theme/"]')) link.remove()
  if (address === null) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  document.head.append(link)
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
