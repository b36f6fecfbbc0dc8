import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { useCall } from '#web/core/app-context.tsx'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'

const OWN_MAIL = ['users', 'mail'] as const

/** The state of the user's address and of the mails to it. */
export const ownMailOf = (call: Call, userId: string) =>
  queryOptions({
    queryKey: [...OWN_MAIL, userId],
    queryFn: ({ signal }) => call('users.mail', { signal }),
    meta: { silent: true },
  })

/** Asks for a link to a new password. The answer is the same for every address. */
export function useForgotPassword() {
  const call = useCall()
  return useWrite({
    meta: { form: true },
    mutationFn: (body: { email: string }) => call('auth.forgot', { body }),
  })
}

/** Uses a mailed link that confirms or restores an address. The screen shows the result. */
export function useAddressLink() {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { silent: true },
    mutationFn: (token: string) => call('auth.verify', { body: { token } }),
    onSuccess: ({ kind }) => {
      // Undoing a change ends the session, so there is nothing to refetch.
      if (kind !== 'undo') void cache.invalidateQueries()
    },
  })
}

/** Sends another link that confirms the user's address, or the new one. */
export function useSendLinkAgain() {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    mutationFn: () => call('auth.verifyAgain', { body: {} }),
    onSuccess: ({ message }) => {
      notify.success(message, { timeout: SCREEN_TOAST_MS })
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: OWN_MAIL }),
  })
}
