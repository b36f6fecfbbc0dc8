import type { RegisterDraft, ResetDraft } from '#contract/account/auth.ts'
import type { Assertion } from '#contract/account/reauth.ts'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { CallReply } from '#contract/api.ts'
import { ApiError } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useSession } from '#web/core/session.tsx'
import { useWrite } from '#web/core/use-write.ts'

/** Sign-up. */
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

/** Stores the user in the browser. The login screen is unmounted as soon as that is done. */
export function useSignIn(onLogin: (user: SessionUser) => void) {
  const session = useSession()
  return ({ success: _success, message: _message, ...user }: CallReply<'auth.login'>) => {
    session.signIn(user)
    onLogin(user)
  }
}

/** Logs in. For an account with an authenticator app, the result is the challenge of the second step instead. */
export function useLogin(onLogin: (user: SessionUser) => void) {
  const call = useCall()
  const signIn = useSignIn(onLogin)
  return useWrite({
    meta: { fallback: 'Registration failed.', form: true },
    mutationFn: (body: { email: string; password: string }) =>
      call('auth.login', { body }).catch(challengeOf),
    onSuccess: (reply) => {
      if ('token' in reply) signIn(reply)
    },
  })
}

/** The challenge of the second step, if that is why a login was rejected. */
export function challengeOf(error: unknown): { challenge: string } {
  if (error instanceof ApiError && error.challenge !== undefined) return { challenge: error.challenge }
  throw error
}

/** The second step of a login. The form shows the errors. */
export function useSecondStep(onLogin: (user: SessionUser) => void) {
  const call = useCall()
  const signIn = useSignIn(onLogin)
  return useWrite({
    meta: { silent: true },
    mutationFn: (body: { challenge: string; code: string }) => call('secondStep.verify', { body }),
    onSuccess: signIn,
  })
}

/** Logs in with a challenge that a passkey signed. */
export function usePasskeyLogin(onLogin: (user: SessionUser) => void) {
  const call = useCall()
  const signIn = useSignIn(onLogin)
  return useWrite({
    meta: { form: true },
    mutationFn: (body: Assertion) => call('passkeys.login', { body }),
    onSuccess: signIn,
  })
}

/** Sets a new password with a mailed link or an admin's one-time code. */
export function useResetPassword() {
  const call = useCall()
  return useWrite({
    meta: { form: true },
    mutationFn: (body: ResetDraft) => call('auth.reset', { body }),
  })
}
