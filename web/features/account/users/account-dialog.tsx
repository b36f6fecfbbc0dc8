import { type ReactNode, useId, useRef } from 'react'
import { fieldErrors } from '#web/core/api-error.ts'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { useFormDialog } from '#web/ui/form/use-form-dialog.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import dialogStyles from '#web/ui/overlay/confirm.module.css'

interface AccountDialogProps {
  title: ReactNode
  text: string
  action: string
  tone?: 'primary' | 'danger'
  isPending: boolean
  error: Error | null
  onSubmit: (data: FormData) => void
  onClose: () => void
  /** Fields before the password. */
  children?: ReactNode
}

/** Asks an admin to confirm a change of another user's account with their own password. */
export function AccountDialog({ title, text, action, tone = 'primary', ...rest }: AccountDialogProps) {
  const { isPending, error, onSubmit, onClose, children } = rest
  const id = useId()
  const cancel = useRef<HTMLButtonElement>(null)
  const { dialog, close, question } = useFormDialog({ first: cancel, isPending, onClose })
  return (
    <dialog
      {...dialog}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      className={dialogStyles.dialog}
    >
      <h2 id={`${id}title`}>{title}</h2>
      <p id={`${id}text`}>{text}</p>
      <Form errors={fieldErrors(error)} aria-labelledby={`${id}title`} onSubmit={onSubmit}>
        {children}
        <PasswordField name="password" label="Your password" required autoComplete="current-password" />
        <div className={dialogStyles.buttons}>
          <Button ref={cancel} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant={tone} busy={isPending}>
            {action}
          </Button>
        </div>
      </Form>
      {question}
    </dialog>
  )
}
