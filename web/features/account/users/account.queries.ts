import { useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '#contract/api.ts'
import { useCall } from '#web/core/app-context.tsx'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'

type Body<Name extends 'users.suspend' | 'users.setRole' | 'users.setAdmin' | 'secondStep.endFor'> =
  NonNullable<CallInput<Name>['body']>

/** Changes an account and refetches everything, because many screens show the user. */
function useAccountWrite<Body>(send: (body: Body) => Promise<{ message: string }>) {
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true },
    mutationFn: send,
    onSuccess: ({ message }) => {
      notify.success(message, { timeout: SCREEN_TOAST_MS })
      return cache.invalidateQueries()
    },
  })
}

export function useSuspend(userId: string) {
  const call = useCall()
  return useAccountWrite((body: Body<'users.suspend'>) => call('users.suspend', { params: { userId }, body }))
}

export function useSetRole(userId: string) {
  const call = useCall()
  return useAccountWrite((body: Body<'users.setRole'>) => call('users.setRole', { params: { userId }, body }))
}

export function useSetAdmin(userId: string) {
  const call = useCall()
  return useAccountWrite((body: Body<'users.setAdmin'>) =>
    call('users.setAdmin', { params: { userId }, body }),
  )
}

export function useEndApp(userId: string) {
  const call = useCall()
  return useAccountWrite((body: Body<'secondStep.endFor'>) =>
    call('secondStep.endFor', { params: { userId }, body }),
  )
}
