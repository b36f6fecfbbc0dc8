import type { RegisterDraft, ResetDraft } from '#contract/auth.ts'
import type { SessionUser } from '#contract/session-user.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useSession } from '#web/core/session.tsx'
import { useWrite } from '#web/core/use-write.ts'

/** Sign-up. Specification section 8 has the messages of failures. */
export function useRegister() {
  const call = useCall()
  return useWrite({
    meta: { fallback: 'Registration failed. Please try again.', form: true },
    mutationFn: ({
      body,
      image,
    }: {
      body: Omit<RegisterDraft, 'role'> & { role?: RegisterDraft['role'] }
      image: Blob | undefined
    }) => call('auth.register', { body, image }),
  })
}

/** Stores the user in the browser (specification section 4). The login screen is unmounted as soon as that is done. */
export function useLogin(onLogin: (user: SessionUser) => void) {
  const call = useCall()
  const session = useSession()
  return useWrite({
    meta: { fallback: 'Registration failed.', form: true },
    mutationFn: (body: { email: string; password: string }) => call('auth.login', { body }),
    onSuccess: ({ success: _success, message: _message, ...user }) => {
      session.signIn(user)
      onLogin(user)
    },
  })
}

/** A new password with the link of a mail or the one-time code that an admin gave (api.md, POST /api/auth/reset). */
export function useResetPassword() {
  const call = useCall()
  return useWrite({
    meta: { form: true },
    mutationFn: (body: ResetDraft) => call('auth.reset', { body }),
  })
}
