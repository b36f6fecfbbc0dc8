import { useId, useRef } from 'react'
import type { Passkey } from '#contract/account/passkeys.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { textOf } from '#web/core/form-values.ts'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormDialog } from '#web/ui/form/use-form-dialog.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import dialogStyles from '#web/ui/overlay/confirm.module.css'
import { useChangePasskey } from './security.queries.ts'

export function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error } = useChangePasskey(passkey)
  const { dialog, close, question } = useFormDialog({ first: field, isPending, onClose })
  return (
    <dialog {...dialog} aria-labelledby={id} className={dialogStyles.dialog}>
      <h2 id={id}>Rename passkey</h2>
      <p>The name is only for you.</p>
      <Form
        errors={fieldErrors(error)}
        aria-labelledby={id}
        onSubmit={(data) => mutate({ name: textOf(data, 'name') }, { onSuccess: onClose })}
      >
        <TextField
          ref={field}
          name="name"
          label="Name"
          required
          defaultValue={passkey.name}
          autoComplete="off"
        />
        <div className={dialogStyles.buttons}>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isPending}>
            Rename
          </Button>
        </div>
      </Form>
      {question}
    </dialog>
  )
}
