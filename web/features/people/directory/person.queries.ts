import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Call, CallInput } from '#contract/api.ts'
import { isNotFound } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'
import { passkeysOf, secondStepOf } from '#web/features/account/security/security.queries.ts'

/** Everything that admins see of an account. An unknown id is 'Page Not Found'. */
export const personOf = (call: Call, userId: string) =>
  queryOptions({
    queryKey: ['people', 'one', userId],
    queryFn: ({ signal }) => call('people.get', { params: { userId }, signal }),
    throwOnError: isNotFound,
    staleTime: 0,
  })

/** What an admin has done and what was done to them, newest first. */
export const auditAboutOf = (call: Call, userId: string) =>
  queryOptions({
    queryKey: ['audit', 'about', userId],
    queryFn: async ({ signal }) => {
      const page = await call('review.audit', { query: { about: userId, limit: '8' }, signal })
      return typeof page === 'string' ? [] : page.entries
    },
    staleTime: 0,
  })

/** Teachers by name who can get the playlists of another one. */
export const receiversOf = (call: Call, q: string) =>
  queryOptions({
    queryKey: ['people', 'receivers', q],
    queryFn: ({ signal }) =>
      call('people.list', {
        query: { role: 'Teacher', state: 'active', limit: '20', ...(q && { q }) },
        signal,
      }),
    placeholderData: (previous) => previous,
    meta: { toast: true },
  })

/** How the viewer can confirm who they are. */
export function useMethods() {
  const call = useCall()
  const viewer = viewerKey(useCurrentUser())
  const secondStep = useQuery(secondStepOf(call, viewer)).data
  const passkeys = useQuery(passkeysOf(call, viewer)).data
  return {
    hasPassword: secondStep?.hasPassword ?? true,
    hasPasskey: passkeys?.some(({ isForThisSite, isDisabled }) => isForThisSite && !isDisabled) ?? false,
  }
}

type Action = 'people.endSessions' | 'people.endSecondStep' | 'people.restore'

/** Changes an account and reads everything again, because many screens show the person. */
function usePersonWrite<Input, Reply extends { message: string }>(
  mutationFn: (input: Input) => Promise<Reply>,
) {
  const cache = useQueryClient()
  return useWrite<Reply, Input>({
    meta: { form: true },
    mutationFn,
    onSuccess: ({ message }) => {
      notify.success(message, { timeout: SCREEN_TOAST_MS })
      return cache.invalidateQueries()
    },
  })
}

export function usePersonAction(name: Action, userId: string) {
  const call = useCall()
  return usePersonWrite((body: NonNullable<CallInput<Action>['body']>) =>
    call(name, { params: { userId }, body }),
  )
}

/** The reply has a code where the site sends no mail. */
export function useResetPassword(userId: string) {
  const call = useCall()
  return usePersonWrite((body: NonNullable<CallInput<'people.reset'>['body']>) =>
    call('people.reset', { params: { userId }, body }),
  )
}

export function useSetQuota(userId: string) {
  const call = useCall()
  return usePersonWrite((gb: number | null) => call('people.setQuota', { params: { userId }, body: { gb } }))
}

export function useRemovePerson(userId: string) {
  const call = useCall()
  return usePersonWrite((body: NonNullable<CallInput<'people.remove'>['body']>) =>
    call('people.remove', { params: { userId }, body }),
  )
}
