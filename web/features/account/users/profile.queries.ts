import { useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '#contract/api.ts'
import { ApiError } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useSession } from '#web/core/session.tsx'
import { useWrite } from '#web/core/use-write.ts'
import { ownMailOf } from '#web/features/account/auth/mail.queries.ts'
import { USERS } from './users.queries.ts'

/** The message if the response has no `updatedUser`. */
const UPDATE_FAILED = 'Failed to update profile.'

export interface ProfileWritten {
  body: NonNullable<CallInput<'users.update'>['body']>
  /** Left out when the photo does not change. */
  image: Blob | undefined
}

/**
 * Changes the own profile. The user in the response replaces the stored one, including the token, because a new password
 * ends every earlier session.
 */
export function useUpdateProfile(userId: string) {
  const call = useCall()
  const cache = useQueryClient()
  const session = useSession()
  return useWrite({
    meta: { form: true },
    mutationFn: (written: ProfileWritten) =>
      session.renew(async () => {
        const reply = await call('users.update', { params: { userId }, ...written })
        const { updatedUser } = reply
        if (!updatedUser) throw new ApiError({ status: 200, code: 'no_user', message: UPDATE_FAILED })
        session.update({ profession: undefined, ...updatedUser })
        return reply
      }),
    onSuccess: () => {
      // Names and photos appear on many screens, so all queries are invalidated.
      void cache.invalidateQueries({ refetchType: 'none' })
      void cache.refetchQueries({ queryKey: [USERS, 'one', userId] })
      void cache.refetchQueries({ queryKey: ownMailOf(call, userId).queryKey })
    },
  })
}
