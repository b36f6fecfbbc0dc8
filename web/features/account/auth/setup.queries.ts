import { queryOptions } from '@tanstack/react-query'
import type { SetupDraft } from '#contract/account/setup.ts'
import type { Call } from '#contract/api.ts'
import { useCall, useSite } from '#web/core/app-context.tsx'
import { useWrite } from '#web/core/use-write.ts'
import { useSignIn } from './auth.queries.ts'

/** Whether the first admin is still to be made. */
export const setupOf = (call: Call) =>
  queryOptions({
    queryKey: ['setup'],
    queryFn: ({ signal }) => call('setup.get', { signal }),
  })

/** Makes the first admin, who is logged in then. */
export function useSetUp(onLogin: () => void) {
  const call = useCall()
  const site = useSite()
  const signIn = useSignIn(onLogin)
  return useWrite({
    meta: { form: true },
    mutationFn: ({ body, image }: { body: SetupDraft; image: Blob | undefined }) =>
      call('setup.create', { body, image }),
    onSuccess: (reply) => {
      // The page said otherwise when it was loaded.
      site.lacksAdmin = false
      signIn(reply)
    },
  })
}
