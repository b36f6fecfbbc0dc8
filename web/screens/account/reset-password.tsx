import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ResetDraft } from '#contract/account/auth.ts'
import { LINK_USED } from '#contract/mail/mail-messages.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { checkDraft } from '#web/core/check-draft.ts'
import { textOf } from '#web/core/form-values.ts'
import { useSession } from '#web/core/session.tsx'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useHydrated } from '#web/core/use-hydrated.ts'
import { useResetPassword } from '#web/features/account/auth/auth.queries.ts'
import { AuthScreen, LinkUsed } from '#web/features/account/auth/auth-screen.tsx'
import { tokenIn } from '#web/features/account/auth/link-token.ts'
import { useMailMode } from '#web/features/account/auth/options.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { NewPasswordField } from '#web/ui/form/new-password-field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'

const PASSWORDS = ['newPassword', 'confirmPassword'] as const
const WITH_CODE = ['email', 'code', ...PASSWORDS] as const

/** Sets a new password with a mailed link or, without one, with a one-time code from an admin. */
export function Component() {
  const { hash } = useLocation()
  const token = tokenIn(hash)
  const sendsMail = useMailMode() !== 'none'
  // The server does not see the fragment. It renders the form that most visitors of the site need.
  const withLink = useHydrated() ? token !== '' : sendsMail
  return (
    <>
      <ScreenTitle screen="Reset password" unlisted />
      {withLink ? <LinkForm key={token} token={token} /> : <CodeForm sendsMail={sendsMail} />}
    </>
  )
}

/** Sends the form. The server ends all sessions, so the user logs in again. */
function useSetPassword() {
  const [errors, setErrors] = useState<FormErrors>({})
  const [isUsed, setUsed] = useState(false)
  const reset = useResetPassword()
  const session = useSession()
  const navigate = useNavigate()

  function send(values: Record<string, string>): void {
    if (reset.isPending) return
    const checked = checkDraft(ResetDraft, values)
    setErrors(checked.errors ?? {})
    if (!checked.value) return
    reset.mutate(checked.value, {
      onSuccess: ({ message }) => {
        session.endWithServer()
        notify.success(message, { timeout: SCREEN_TOAST_MS })
        void navigate('/login')
      },
      onError: (error) => {
        setUsed(error.message === LINK_USED)
        setErrors(fieldErrors(error) ?? {})
      },
    })
  }

  return { send, errors, isUsed, isPending: reset.isPending }
}

function LinkForm({ token }: { token: string }) {
  const { send, errors, isUsed, isPending } = useSetPassword()
  if (isUsed) return <LinkUsed to="/forgot-password" />
  const submit = (data: FormData) => send({ token, ...valuesOf(data, PASSWORDS) })
  return (
    <AuthScreen
      title="Choose a new password"
      lead="You will be logged out everywhere."
      other="If you use an authenticator app, it stays on."
    >
      <Form errors={errors} onSubmit={submit} aria-label="Reset password">
        <NewPasswordField name="newPassword" label="New password" required />
        <PasswordField
          name="confirmPassword"
          label="Repeat new password"
          required
          autoComplete="new-password"
        />
        <Button type="submit" variant="primary" size="lg" block busy={isPending}>
          Change password
        </Button>
      </Form>
    </AuthScreen>
  )
}

function CodeForm({ sendsMail }: { sendsMail: boolean }) {
  const { send, errors, isPending } = useSetPassword()
  const lead = sendsMail
    ? 'With a code from an admin. It works once, for ten minutes.'
    : 'Ask an admin for a code. It works once, for ten minutes.'
  return (
    <AuthScreen title="Set a new password" lead={lead}>
      <Form errors={errors} onSubmit={(data) => send(valuesOf(data, WITH_CODE))} aria-label="Reset password">
        <TextField name="email" label="Email" kind="email" required autoComplete="email" />
        <TextField name="code" label="Code" required autoComplete="one-time-code" />
        <NewPasswordField name="newPassword" label="New password" required />
        <PasswordField name="confirmPassword" label="Confirm password" required autoComplete="new-password" />
        <Button type="submit" variant="primary" size="lg" block busy={isPending}>
          Set password
        </Button>
      </Form>
    </AuthScreen>
  )
}

function valuesOf(data: FormData, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, textOf(data, name)]))
}
