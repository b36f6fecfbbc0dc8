import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Call, CallInput } from '#contract/api.ts'
import type { Role } from '#contract/people.ts'
import { isNotFound } from '#web/core/api-error.ts'
import { asOfAnother, pageByPage } from '#web/core/asking.ts'
import { useCall } from '#web/core/parts.tsx'
import { useSession } from '#web/core/session.tsx'

/** The first part of every key here. */
const USERS = 'users'
const REVIEWS_PAGE = '12'
const TABLE_PAGE = '50'
/** Specification section 9: most screens. */
const NOTICE_MS = 6000

/** One person, with their address when the viewer may read it; nobody there is 'Page Not Found'. */
export function userOf(call: Call, userId: string, viewer: string) {
  const queryKey = [USERS, 'one', userId, viewer]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => call('users.get', { params: { userId }, signal }),
    placeholderData: asOfAnother(queryKey),
    throwOnError: isNotFound,
  })
}

/** Everybody, newest first, page by page; only what everybody may see of them is shown. */
export const everybodyOf = (call: Call) =>
  infiniteQueryOptions({
    queryKey: [USERS, 'everybody'],
    queryFn: ({ signal, pageParam }) =>
      call('users.list', { query: { limit: REVIEWS_PAGE, cursor: pageParam || undefined }, signal }),
    ...pageByPage,
  })

export type PeopleNarrowed = Pick<NonNullable<CallInput<'users.list'>['query']>, 'q' | 'sort' | 'order'>

/** People of one role for an admin, who also reads their addresses; narrowed and sorted by the server. */
export const peopleOf = (call: Call, role: Role, narrowed: PeopleNarrowed) =>
  infiniteQueryOptions({
    queryKey: [USERS, 'table', role, narrowed],
    queryFn: ({ signal, pageParam }) =>
      call('users.list', {
        query: { ...narrowed, role, limit: TABLE_PAGE, cursor: pageParam || undefined },
        signal,
      }),
    ...pageByPage,
    // While another order is on its way the former one stays; people of another role never do.
    placeholderData: (previous, query) => (query?.queryKey[2] === role ? previous : undefined),
    meta: { toast: true },
  })

/** Specification section 8: also said when the answer has no `updatedUser`. */
const UPDATE_FAILED = 'Failed to update profile.'

export interface ProfileWritten {
  body: NonNullable<CallInput<'users.update'>['body']>
  /** Left out where the photo stays as it is. */
  image: Blob | undefined
}

/**
 * Changes one's own profile. The person as the server now knows them takes the place of the one kept in the browser,
 * token included: a new password ends every earlier session.
 */
export function useUpdateProfile(userId: string) {
  const call = useCall()
  const cache = useQueryClient()
  const session = useSession()
  return useMutation({
    meta: { form: true, fallback: UPDATE_FAILED, timeout: NOTICE_MS },
    mutationFn: async (written: ProfileWritten) => {
      const reply = await call('users.update', { params: { userId }, ...written })
      if (!reply.updatedUser) throw new Error(UPDATE_FAILED)
      return reply
    },
    onSuccess: ({ updatedUser }) => {
      session.update({ profession: undefined, ...updatedUser })
      // A name and a photo stand all over the site: everything is read again when it is next needed.
      void cache.invalidateQueries({ refetchType: 'none' })
      void cache.refetchQueries({ queryKey: [USERS, 'one', userId] })
    },
  })
}
