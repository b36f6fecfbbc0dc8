import { useState } from 'react'
import { ForgotDraft } from '#contract/mail/mail.ts'
import { ASK_OPERATOR, NO_MAIL } from '#contract/mail/mail-messages.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { checkDraft } from '#web/core/check-draft.ts'
import { textOf } from '#web/core/form-values.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { AuthScreen } from '#web/features/account/auth/auth-screen.tsx'
import { useForgotPassword } from '#web/features/account/auth/mail.queries.ts'
import { useMailMode } from '#web/features/account/auth/options.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Note } from '#web/ui/feedback/note.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'

interface Sent {
  email: string
  message: string
}

/** Asks for a link to a new password. */
export function Component() {
  const [sent, setSent] = useState<Sent>()
  const mode = useMailMode()
  return (
    <>
      <ScreenTitle screen="Forgot your password?" unlisted />
      {mode === 'none' && <WithoutMail />}
      {mode !== 'none' && sent && <CheckMail {...sent} />}
      {mode !== 'none' && !sent && <AskForm isOutbox={mode === 'outbox'} onSent={setSent} />}
    </>
  )
}

function WithoutMail() {
  return (
    <AuthScreen title="Forgot your password?" lead={NO_MAIL}>
      <LinkButton variant="primary" size="lg" block to="/reset-password">
        I have a code
      </LinkButton>
    </AuthScreen>
  )
}

function AskForm({ isOutbox, onSent }: { isOutbox: boolean; onSent: (sent: Sent) => void }) {
  const [errors, setErrors] = useState<FormErrors>({})
  const forgot = useForgotPassword()

  function submit(data: FormData): void {
    if (forgot.isPending) return
    const checked = checkDraft(ForgotDraft, { email: textOf(data, 'email') })
    setErrors(checked.errors ?? {})
    if (!checked.value) return
    const { email } = checked.value
    forgot.mutate(checked.value, {
      onSuccess: ({ message }) => onSent({ email, message }),
      onError: (error) => setErrors(fieldErrors(error) ?? {}),
    })
  }

  const lead = isOutbox ? ASK_OPERATOR : 'Enter your email. We send you a link to choose a new one.'
  return (
    <AuthScreen title="Forgot your password?" lead={lead}>
      <Form errors={errors} onSubmit={submit} aria-label="Forgot your password?">
        <TextField name="email" label="Email" kind="email" required autoComplete="email" />
        <Button type="submit" variant="primary" size="lg" block busy={forgot.isPending}>
          {isOutbox ? 'Make the link' : 'Send the link'}
        </Button>
      </Form>
    </AuthScreen>
  )
}

function CheckMail({ email, message }: Sent) {
  const forgot = useForgotPassword()
  const isOutbox = message === ASK_OPERATOR
  const sendAgain = () =>
    forgot.mutate(
      { email },
      { onSuccess: (again) => notify.success(again.message, { timeout: SCREEN_TOAST_MS }) },
    )
  return (
    <AuthScreen title={isOutbox ? 'Ask the operator' : 'Check your mail'} lead={message} mark="sent">
      <Note>
        {isOutbox
          ? 'The link works once, for 60 minutes.'
          : 'The link works once, for 60 minutes. Nothing there? Look in the spam folder, then send it again.'}
      </Note>
      <Button size="lg" block busy={forgot.isPending} onClick={sendAgain}>
        {isOutbox ? 'Make another link' : 'Send again'}
      </Button>
    </AuthScreen>
  )
}
