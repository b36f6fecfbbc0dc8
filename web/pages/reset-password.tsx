import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ResetDraft } from '#contract/auth.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { checkDraft } from '#web/core/drafts.ts'
import { textOf } from '#web/core/form-values.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useResetPassword } from '#web/features/auth/auth.queries.ts'
import { AuthCard } from '#web/features/auth/auth-card.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import type { FormErrors } from '#web/ui/form-errors.ts'
import { NewPasswordField } from '#web/ui/new-password-field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

const FIELDS = ['email', 'code', 'newPassword', 'confirmPassword'] as const

/** A new password with the one-time code that an admin gave. */
export function Component() {
  const [errors, setErrors] = useState<FormErrors>({})
  const reset = useResetPassword()
  const navigate = useNavigate()

  function submit(data: FormData): void {
    if (reset.isPending) return
    const values = Object.fromEntries(FIELDS.map((name) => [name, textOf(data, name)]))
    const checked = checkDraft(ResetDraft, values)
    setErrors(checked.errors ?? {})
    if (!checked.value) return
    reset.mutate(checked.value, {
      onSuccess: ({ message }) => {
        notify.success(message, { timeout: SCREEN_TOAST_MS })
        void navigate('/login')
      },
      onError: (error) => setErrors(fieldErrors(error) ?? {}),
    })
  }

  return (
    <>
      <ScreenTitle screen="Reset password" unlisted />
      <AuthCard
        title="Set a new password"
        lead="Ask an admin for a code. It works once, for ten minutes."
        caption="Learn it from people who do it."
        captionText="Short playlists, reviewed before they go live."
      >
        <Form errors={errors} onSubmit={submit} aria-label="Reset password">
          <TextField name="email" label="Email" kind="email" required autoComplete="email" />
          <TextField name="code" label="Code" required autoComplete="one-time-code" />
          <NewPasswordField name="newPassword" label="New password" required />
          <PasswordField
            name="confirmPassword"
            label="Confirm password"
            required
            autoComplete="new-password"
          />
          <Button type="submit" variant="primary" size="lg" block busy={reset.isPending}>
            Set password
          </Button>
        </Form>
      </AuthCard>
    </>
  )
}
