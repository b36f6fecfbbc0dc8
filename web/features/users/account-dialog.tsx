import { type ReactNode, type SyntheticEvent, useId, useRef } from 'react'
import { fieldErrors } from '#web/core/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/confirm.module.css'
import { Form } from '#web/ui/form.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { keepFocusWithin, useModal } from '#web/ui/use-modal.ts'

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
  const dialog = useModal(cancel)
  const leave = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isPending) onClose()
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      className={dialogStyles.dialog}
      closedby={isPending ? 'none' : 'closerequest'}
      onCancel={leave}
      onKeyDown={keepFocusWithin}
    >
      <h2 id={`${id}title`}>{title}</h2>
      <p id={`${id}text`}>{text}</p>
      <Form errors={fieldErrors(error)} aria-labelledby={`${id}title`} onSubmit={onSubmit}>
        {children}
        <PasswordField name="password" label="Your password" required autoComplete="current-password" />
        <div className={dialogStyles.buttons}>
          <Button ref={cancel} onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" variant={tone} busy={isPending}>
            {action}
          </Button>
        </div>
      </Form>
    </dialog>
  )
}
