import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call, CallInput } from '#contract/api.ts'
import type { InvitationState } from '#contract/people/invitations.ts'
import { useCall } from '#web/core/app-context.tsx'
import { cursorPages } from '#web/core/query-options.ts'
import { useSession } from '#web/core/session.tsx'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'

const INVITATIONS = 'invitations'
const PAGE = '25'

interface InvitationFilter {
  group?: string | undefined
  state?: InvitationState | undefined
}

/** Invitations, newest first. */
export const invitationsOf = (call: Call, { group, state }: InvitationFilter) =>
  infiniteQueryOptions({
    queryKey: [INVITATIONS, group ?? '', state ?? ''],
    queryFn: ({ signal, pageParam }) =>
      call('invitations.list', {
        query: { group, state, limit: PAGE, cursor: pageParam || undefined },
        signal,
      }),
    ...cursorPages,
    staleTime: 0,
  })

/** How many invitations wait to be used. */
export const waitingInvitationsOf = (call: Call) =>
  queryOptions({
    queryKey: [INVITATIONS, 'count'],
    queryFn: ({ signal }) => call('invitations.list', { query: { state: 'waiting', limit: '1' }, signal }),
    select: ({ total }) => total,
    meta: { silent: true },
  })

/** Invites people; the rejected fields come back. */
export function useInvite() {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true },
    mutationFn: (body: NonNullable<CallInput<'invitations.create'>['body']>) =>
      call('invitations.create', { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: [INVITATIONS] }),
  })
}

/** Mails an invitation again, or withdraws it, and says so. */
export function useChangeInvitation(action: 'send' | 'revoke') {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    mutationFn: (invitationId: string) =>
      action === 'send'
        ? call('invitations.send', { params: { invitationId }, body: {} })
        : call('invitations.revoke', { params: { invitationId } }),
    onSuccess: ({ message }) => {
      notify.success(message, { timeout: SCREEN_TOAST_MS })
      return cache.invalidateQueries({ queryKey: [INVITATIONS] })
    },
    onError: () => cache.invalidateQueries({ queryKey: [INVITATIONS] }),
  })
}

/** What the link of an invitation gives. */
export const openedInvitationOf = (call: Call, invitation: string) =>
  queryOptions({
    queryKey: ['invitation', invitation],
    queryFn: ({ signal }) => call('invitations.read', { body: { invitation }, signal }),
    retry: false,
    staleTime: 0,
  })

/** Joins the groups of an invitation. Everything that the user sees may have changed. */
export function useAccept() {
  const call = useCall()
  const cache = useQueryClient()
  const session = useSession()
  return useWrite({
    meta: { form: true },
    mutationFn: (invitation: string) => call('invitations.accept', { body: { invitation } }),
    onSuccess: ({ role }) => {
      session.update({ role })
      return cache.invalidateQueries({ refetchType: 'none' })
    },
  })
}
