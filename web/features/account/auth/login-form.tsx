import { useState } from 'react'
import { LoginDraft } from '#contract/account/auth.ts'
import type { SessionUser } from '#contract/account/session-user.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { checkDraft } from '#web/core/drafts.ts'
import { textOf } from '#web/core/form-values.ts'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { useLogin } from './auth.queries.ts'
import styles from './login-form.module.css'
import { useMailMode } from './options.queries.ts'

interface LoginFormProps {
  /** Called even though this screen is unmounted by then. */
  onLogin: (user: SessionUser) => void
  /** The password was right, and the account needs a second step. */
  onSecondStep: (challenge: string) => void
}

/** Keeps the input when the server rejects the login. */
export function LoginForm({ onLogin, onSecondStep }: LoginFormProps) {
  const [errors, setErrors] = useState<FormErrors>({})
  const login = useLogin(onLogin)
  const isWithoutMail = useMailMode() === 'none'

  function submit(data: FormData): void {
    if (login.isPending) return
    const values = { email: textOf(data, 'email'), password: textOf(data, 'password') }
    const missing = emptyFields(values)
    const checked = checkDraft(LoginDraft, values)
    setErrors({ ...checked.errors, ...missing })
    if (!checked.value || Object.keys(missing).length > 0) return
    login.mutate(checked.value, {
      onSuccess: (reply) => {
        if ('challenge' in reply) onSecondStep(reply.challenge)
      },
      onError: (error) => setErrors(fieldErrors(error) ?? {}),
    })
  }

  return (
    <Form errors={errors} onSubmit={submit} aria-label="Login">
      <TextField
        name="email"
        label="Email"
        kind="email"
        required
        autoComplete="username webauthn"
        placeholder="you@example.com"
      />
      <PasswordField name="password" label="Password" required autoComplete="current-password" />
      <TextLink to={isWithoutMail ? '/reset-password' : '/forgot-password'} className={styles.forgot}>
        Forgot your password?
      </TextLink>
      <Button type="submit" variant="primary" size="lg" block busy={login.isPending}>
        Login
      </Button>
    </Form>
  )
}

function emptyFields({ email, password }: { email: string; password: string }): FormErrors {
  return {
    ...(email.trim() === '' && { email: 'Enter your email address.' }),
    ...(password === '' && { password: 'Enter your password.' }),
  }
}
