import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { LoginDraft } from '#contract/account/auth.ts'
import { passkeyHost } from '#contract/account/passkey-host.ts'
import type { SessionUser } from '#contract/account/session-user.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { useCall, useSite } from '#web/core/app-context.tsx'
import { checkDraft } from '#web/core/check-draft.ts'
import { textOf } from '#web/core/form-values.ts'
import { askPasskey, cancelPasskey, canUsePasskeys, passkeyFailure } from '#web/core/passkeys.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { useLogin, usePasskeyLogin } from './auth.queries.ts'
import styles from './auth-card.module.css'
import type { NewAccount } from './new-account.ts'
import { useMailMode } from './options.queries.ts'

interface LoginFormProps {
  /** What the fields contain at first. With a password, one press goes on. */
  typed: Partial<NewAccount> | undefined
  /** Called even though this screen is unmounted by then. */
  onLogin: (user: SessionUser) => void
  /** The password was right, and the account needs a second step. */
  onSecondStep: (challenge: string, email: string) => void
}

/** Keeps the input when the server rejects the login. */
export function LoginForm({ typed, onLogin, onSecondStep }: LoginFormProps) {
  const [errors, setErrors] = useState<FormErrors>({})
  const login = useLogin(onLogin)
  const isWithoutMail = useMailMode() === 'none'
  const submitButton = useRef<HTMLButtonElement>(null)
  const isFilledIn = typed?.password !== undefined
  // After the focus of the new screen.
  useEffect(() => {
    if (isFilledIn) submitButton.current?.focus()
  }, [isFilledIn])

  function submit(data: FormData): void {
    if (login.isPending) return
    const values = { email: textOf(data, 'email'), password: textOf(data, 'password') }
    const missing = emptyFields(values)
    const checked = checkDraft(LoginDraft, values)
    setErrors({ ...checked.errors, ...missing })
    if (!checked.value || Object.keys(missing).length > 0) return
    login.mutate(checked.value, {
      onSuccess: (reply) => {
        if ('challenge' in reply) onSecondStep(reply.challenge, values.email)
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
        defaultValue={typed?.email}
      />
      <PasswordField
        name="password"
        label="Password"
        required
        autoComplete="current-password"
        defaultValue={typed?.password}
      />
      <TextLink to={isWithoutMail ? '/reset-password' : '/forgot-password'} className={styles.forgot}>
        Forgot your password?
      </TextLink>
      <Button ref={submitButton} type="submit" variant="primary" size="lg" block busy={login.isPending}>
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

const NOT_HERE = 'This browser cannot use passkeys at this address.'

/** Offers passkeys in the email field and with a button, if the site's address allows passkeys. */
export function PasskeyLogin({ onLogin }: { onLogin: (user: SessionUser) => void }) {
  return passkeyHost(useSite().origin) !== undefined && <PasskeyButton onLogin={onLogin} />
}

function PasskeyButton({ onLogin }: { onLogin: (user: SessionUser) => void }) {
  const call = useCall()
  const site = useSite()
  const login = usePasskeyLogin(onLogin)
  const [isAsking, setAsking] = useState(false)

  /** Waits in the email field until the user chooses a passkey there. */
  const offerInField = useEffectEvent(async () => {
    if (!canUsePasskeys(site)) return
    const isOffered = await PublicKeyCredential.isConditionalMediationAvailable?.()
    if (isOffered) login.mutate(await askPasskey(call, { purpose: 'login', inField: true }))
  })
  useEffect(() => {
    // Without the suggestion in the field, the button still works.
    offerInField().catch(() => undefined)
    return () => void cancelPasskey().catch(() => undefined)
  }, [])

  async function ask(): Promise<void> {
    if (isAsking) return
    if (!canUsePasskeys(site)) return notify.error(NOT_HERE, { timeout: SCREEN_TOAST_MS })
    setAsking(true)
    try {
      login.mutate(await askPasskey(call, { purpose: 'login' }))
    } catch (error) {
      const failure = passkeyFailure(error)
      if (failure) notify.error(failure, { timeout: SCREEN_TOAST_MS })
    } finally {
      setAsking(false)
    }
  }

  return (
    <>
      <p className={styles.or}>or</p>
      <Button size="lg" block busy={isAsking || login.isPending} onClick={() => void ask()}>
        <Icon name="fingerprint" />
        Use a passkey
      </Button>
    </>
  )
}
