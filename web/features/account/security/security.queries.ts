import { type MutationOptions, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Passkey } from '#contract/account/passkeys.ts'
import type { Reauth } from '#contract/account/reauth.ts'
import type { Call } from '#contract/api.ts'
import { ApiError } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { isCancelled } from '#web/core/passkeys.ts'
import { retryDownload } from '#web/core/retry-download.ts'
import { useCurrentUser, useSession } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'

/** The first element of every query key in this file. */
const SECURITY = 'security'

export const secondStepOf = (call: Call, viewer: string) =>
  queryOptions({
    queryKey: [SECURITY, 'second', viewer],
    queryFn: ({ signal }) => call('secondStep.status', { signal }),
  })

export const passkeysOf = (call: Call, viewer: string) =>
  queryOptions({
    queryKey: [SECURITY, 'passkeys', viewer],
    queryFn: async ({ signal }) => (await call('passkeys.list', { signal })).passkeys,
  })

export const sessionsOf = (call: Call, viewer: string) =>
  queryOptions({
    queryKey: [SECURITY, 'sessions', viewer],
    queryFn: async ({ signal }) => (await call('auth.sessions', { signal })).sessions,
  })

/** A write of the security screen. It shows the server's message and refetches everything on the screen. */
function useSecurityWrite<Reply extends { message: string }, Input>(
  mutationFn: (input: Input) => Promise<Reply>,
  options: Pick<MutationOptions<Reply, Error, Input>, 'onSuccess'> = {},
) {
  const cache = useQueryClient()
  return useWrite<Reply, Input>({
    meta: { form: true },
    mutationFn,
    onSuccess: (reply, ...rest) => {
      notify.success(reply.message, { timeout: SCREEN_TOAST_MS })
      void cache.invalidateQueries({ queryKey: [SECURITY] })
      return options.onSuccess?.(reply, ...rest)
    },
  })
}

export function useSetPassword() {
  const call = useCall()
  const session = useSession()
  return useSecurityWrite((body: Reauth & { newPassword: string; confirmPassword: string }) =>
    // The reply has a new token, because all sessions ended.
    session.renew(async () => {
      const reply = await call('secondStep.setPassword', { body })
      session.update(reply.updatedUser)
      return reply
    }),
  )
}

/** Confirms the user's identity, lets the browser create a passkey, and stores it. */
export function useAddPasskey() {
  const call = useCall()
  return useSecurityWrite(async ({ name, ...proof }: Reauth & { name: string }) => {
    const [{ startRegistration }, { challenge, creation }] = await Promise.all([
      retryDownload(() => import('@simplewebauthn/browser')),
      call('passkeys.options', { body: { purpose: 'register', ...proof } }),
    ])
    if (!creation) throw notAdded('Your passkey could not be added.')
    const credential = await startRegistration({ optionsJSON: creation }).catch((error: unknown) => {
      throw notAdded(sentenceOf(error))
    })
    return call('passkeys.register', { body: { challenge, name, credential } })
  })
}

const notAdded = (message: string) => new ApiError({ status: 0, code: 'passkey', message })

function sentenceOf(error: unknown): string {
  if (isCancelled(error)) return 'No passkey was added.'
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  return isKnown ? 'This device already has a passkey for your account.' : 'Your passkey could not be added.'
}

export function useChangePasskey({ _id: passkeyId }: Passkey) {
  const call = useCall()
  return useSecurityWrite((body: Reauth & { name?: string; enabled?: true }) =>
    call('passkeys.update', { params: { passkeyId }, body }),
  )
}

export function useRemovePasskey({ _id: passkeyId }: Passkey) {
  const call = useCall()
  return useSecurityWrite((body: Reauth) => call('passkeys.remove', { params: { passkeyId }, body }))
}

/** Asks for a new secret. It changes nothing yet, so it shows no toast. */
export function useOfferedTotp() {
  const call = useCall()
  return useWrite({
    meta: { form: true },
    mutationFn: (body: Reauth) => call('secondStep.totp', { body }),
  })
}

export function useTurnOnTotp() {
  const call = useCall()
  return useSecurityWrite((body: { code: string }) => call('secondStep.totp', { body }))
}

export function useTurnOffTotp() {
  const call = useCall()
  return useSecurityWrite((body: Reauth) => call('secondStep.endTotp', { body }))
}

export function useRenewRecoveryCodes() {
  const call = useCall()
  return useSecurityWrite((body: Reauth) => call('secondStep.recoveryCodes', { body }))
}

/** Ends one session, or all others. */
export function useEndSessions(sessionId?: string) {
  const call = useCall()
  return useSecurityWrite((body: Reauth) =>
    sessionId === undefined
      ? call('auth.endSessions', { body })
      : call('auth.endSession', { params: { sessionId }, body }),
  )
}

/**
 * Redirects admins from the admin screens to the security screen until they have set up the required second step. True when
 * they have, so that the server answers calls of admins.
 */
export function useSecondStepRedirect(): boolean {
  const me = useCurrentUser()
  const navigate = useNavigate()
  const { data } = useQuery({ ...secondStepOf(useCall(), viewerKey(me)), enabled: me !== null })
  const isMissing = data?.isMissing === true
  useEffect(() => {
    if (isMissing) void navigate('/account/security', { replace: true })
  }, [isMissing, navigate])
  return data?.isMissing === false
}
