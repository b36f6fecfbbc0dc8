import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ProviderSignUp } from '#contract/account/provider.ts'
import type { Reauth } from '#contract/account/reauth.ts'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { Call } from '#contract/api.ts'
import { ApiError, codeOf } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'
import { challengeOf, useSignIn } from '#web/features/account/auth/auth.queries.ts'
import { authOptionsOf } from '#web/features/account/auth/options.queries.ts'

/** What the provider is called; `undefined` without one, and until it is known. */
export function useProviderLabel(): string | undefined {
  return useQuery(authOptionsOf(useCall())).data?.provider?.label
}

/** The rest that an account needs, or the challenge that connects the account which the address has already. */
export type Missing =
  | { signup: { challenge: string; username: string; email: string } }
  | { connects: string; message: string }

/** Logs in with a ticket, or says what is missing. */
export function useTicket(onLogin: (user: SessionUser) => void) {
  const call = useCall()
  const signIn = useSignIn(onLogin)
  return useWrite({
    meta: { silent: true },
    mutationFn: (ticket: string) => call('provider.ticket', { body: { ticket } }).catch(connectsOf),
    onSuccess: (reply) => {
      if ('token' in reply) signIn(reply)
    },
  })
}

function connectsOf(error: unknown): Missing {
  if (error instanceof ApiError && codeOf(error) === 'account_exists' && error.challenge !== undefined)
    return { connects: error.challenge, message: error.message }
  throw error
}

export function useProviderSignUp(onLogin: (user: SessionUser) => void) {
  const call = useCall()
  const signIn = useSignIn(onLogin)
  return useWrite({
    meta: { form: true },
    mutationFn: ({ body, image }: { body: ProviderSignUp; image: Blob | undefined }) =>
      call('provider.signUp', { body, image }),
    onSuccess: signIn,
  })
}

/** Connects the account after the login that the provider's sign-in asked for. */
export function useConnectAfterLogin() {
  const call = useCall()
  return useWrite({
    mutationFn: (challenge: string) => call('provider.connect', { body: { challenge } }),
    onSuccess: ({ message }) => {
      notify.success(message, { timeout: SCREEN_TOAST_MS })
    },
  })
}

function useIdentityWrite<Input>(mutationFn: (input: Input) => Promise<{ message: string }>) {
  const cache = useQueryClient()
  return useWrite<{ message: string }, Input>({
    meta: { form: true },
    mutationFn,
    onSuccess: ({ message }) => {
      notify.success(message, { timeout: SCREEN_TOAST_MS })
      void cache.invalidateQueries({ queryKey: ['security'] })
    },
  })
}

/** Connects the account of a ticket. */
export function useConnect() {
  const call = useCall()
  return useIdentityWrite((body: Reauth & { ticket: string }) => call('provider.connect', { body }))
}

export function useDisconnect() {
  const call = useCall()
  return useIdentityWrite((body: Reauth) =>
    call('provider.disconnect', { params: { provider: 'sso' }, body }),
  )
}

/** Logs an admin in with the link of the command line, or returns the challenge of the second step. */
export function useLoginLink(onLogin: (user: SessionUser) => void) {
  const call = useCall()
  const signIn = useSignIn(onLogin)
  return useWrite({
    meta: { silent: true },
    mutationFn: (token: string) => call('provider.useLink', { body: { token } }).catch(challengeOf),
    onSuccess: (reply) => {
      if ('token' in reply) signIn(reply)
    },
  })
}

/** How the provider is connected, for admins. */
export const providerStateOf = (call: Call, viewer: string) =>
  queryOptions({
    queryKey: ['provider', viewer],
    queryFn: ({ signal }) => call('provider.state', { signal }),
  })

export function useTestProvider() {
  const call = useCall()
  return useWrite({ mutationFn: () => call('provider.test', {}) })
}
