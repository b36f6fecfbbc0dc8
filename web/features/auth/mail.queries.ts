import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useWrite } from '#web/core/use-write.ts'

const OWN_MAIL = ['users', 'mail'] as const

/** What the user should know about mails to them. */
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

/** Uses the link of a mail about an address. The screen shows the result. */
export function useAddressLink() {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { silent: true },
    mutationFn: (token: string) => call('auth.verify', { body: { token } }),
    onSuccess: ({ kind }) => {
      // Taking a change back ends the session, so there is nothing to read again.
      if (kind !== 'undo') void cache.invalidateQueries()
    },
  })
}

/** Sends the link again that confirms the own address, or the new one. */
export function useSendLinkAgain() {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    mutationFn: () => call('auth.verifyAgain', { body: {} }),
    onSettled: () => void cache.invalidateQueries({ queryKey: OWN_MAIL }),
  })
}
