import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useId, useRef, useState } from 'react'
import type { User } from '#contract/account/users.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { textOf } from '#web/core/form-values.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import dialogStyles from '#web/ui/overlay/confirm.module.css'
import { keepFocusWithin, useModal } from '#web/ui/overlay/use-modal.ts'
import styles from './trust.module.css'

type Teacher = Pick<User, '_id' | 'username' | 'trusted'>

/** Whether what a teacher submits is approved at once. Changing it asks for the admin's own password. */
export function TrustSwitch({ teacher }: { teacher: Teacher }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Switch checked={teacher.trusted === true} onChange={() => setAsking(true)}>
        <span className="sr">Trust {teacher.username}</span>
      </Switch>
      {isAsking && <TrustDialog teacher={teacher} onClose={() => setAsking(false)} />}
    </>
  )
}

function useSetTrusted({ _id: userId }: Teacher) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true },
    mutationFn: (body: { trusted: boolean; password: string }) =>
      call('review.trust', { params: { userId }, body }),
    onSuccess: ({ message }) => {
      notify.success(message, { timeout: SCREEN_TOAST_MS })
      return cache.invalidateQueries()
    },
  })
}

function TrustDialog({ teacher, onClose }: { teacher: Teacher; onClose: () => void }) {
  const id = useId()
  const cancel = useRef<HTMLButtonElement>(null)
  const dialog = useModal(cancel)
  const { mutate, isPending, error } = useSetTrusted(teacher)
  const trusted = teacher.trusted !== true
  const leave = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isPending) onClose()
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={classNames(dialogStyles.dialog, styles.dialog)}
      closedby={isPending ? 'none' : 'closerequest'}
      onCancel={leave}
      onKeyDown={keepFocusWithin}
    >
      <h2 id={id}>
        {trusted ? 'Trust ' : 'Stop trusting '}
        <bdi>{teacher.username}</bdi>?
      </h2>
      <p>
        {trusted
          ? 'What this teacher sends with “Submit for review” is then approved at once. The review desk lists it under “Approved automatically”.'
          : 'What this teacher submits then waits for an admin again.'}
      </p>
      <Form
        errors={fieldErrors(error)}
        aria-labelledby={id}
        onSubmit={(data) => mutate({ trusted, password: textOf(data, 'password') }, { onSuccess: onClose })}
      >
        <PasswordField name="password" label="Your password" required autoComplete="current-password" />
        <div className={dialogStyles.buttons}>
          <Button ref={cancel} onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={isPending}>
            {trusted ? 'Trust' : 'Stop trusting'}
          </Button>
        </div>
      </Form>
    </dialog>
  )
}
