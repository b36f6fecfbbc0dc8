import { useState } from 'react'
import { LOGIN_TOO_OLD } from '#contract/account/second-step-messages.ts'
import type { SessionUser } from '#contract/account/session-user.ts'
import { SOMETHING_WENT_WRONG } from '#contract/messages.ts'
import { ApiError } from '#web/core/api-error.ts'
import { textOf } from '#web/core/form-values.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { useSecondStep } from './auth.queries.ts'

interface SecondStepFormProps {
  challenge: string
  onLogin: (user: SessionUser) => void
  /** Returns to the password form. */
  onRestart: () => void
}

/** The code of the authenticator app, or one of the recovery codes. */
export function SecondStepForm({ challenge, onLogin, onRestart }: SecondStepFormProps) {
  const [errors, setErrors] = useState<FormErrors>({})
  const [usesRecovery, setUsesRecovery] = useState(false)
  const second = useSecondStep(onLogin)

  function submit(data: FormData): void {
    if (second.isPending) return
    const code = textOf(data, 'code').trim()
    if (code === '') setErrors({ code: usesRecovery ? 'Enter a recovery code.' : 'Enter the six digits.' })
    else second.mutate({ challenge, code }, { onError: show })
  }

  function show(error: Error): void {
    const message = error instanceof ApiError ? error.message : SOMETHING_WENT_WRONG
    if (message === LOGIN_TOO_OLD) {
      notify.error(message, { timeout: SCREEN_TOAST_MS })
      onRestart()
    } else setErrors({ code: message })
  }

  /** An error about one kind of code does not apply to the other. */
  function toggleRecovery(): void {
    setErrors({})
    setUsesRecovery(!usesRecovery)
  }

  return (
    <Form errors={errors} onSubmit={submit} aria-label="Second step">
      <TextField
        key={String(usesRecovery)}
        name="code"
        label={usesRecovery ? 'Recovery code' : 'Code'}
        kind={usesRecovery ? 'text' : 'numeric'}
        required
        autoFocus
        autoComplete={usesRecovery ? 'off' : 'one-time-code'}
        placeholder={usesRecovery ? 'ABCD-EFGH-JKMN-PQRS' : '123456'}
        help={usesRecovery ? 'One of the codes that you saved. Each works once.' : undefined}
      />
      <Button type="submit" variant="primary" size="lg" block busy={second.isPending}>
        Login
      </Button>
      <Button variant="ghost" block onClick={toggleRecovery}>
        {usesRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
      </Button>
      <Button variant="ghost" block onClick={onRestart}>
        Back
      </Button>
    </Form>
  )
}
