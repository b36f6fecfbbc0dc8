import { type ReactNode, type RefObject, useId, useRef } from 'react'
import { ROLES } from '#contract/account/user-fields.ts'
import type { User } from '#contract/account/users.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { type FormDraft, useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { textOf } from '#web/core/form-values.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { useFormDialog } from '#web/ui/form/use-form-dialog.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import dialogStyles from '#web/ui/overlay/confirm.module.css'
import { useEndApp, useSetAdmin, useSetRole, useSuspend } from './account.queries.ts'

export type Account = Pick<User, '_id' | 'username' | 'role' | 'isAdmin' | 'suspended'>

interface ChangeProps {
  user: Pick<Account, '_id' | 'username'>
  onClose: () => void
}

export function SuspendDialog({ user, onClose }: ChangeProps) {
  const { mutate, isPending, error } = useSuspend(user._id)
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft('suspension', user._id, { form })
  return (
    <AccountDialog
      title={
        <>
          Suspend <bdi>{user.username}</bdi>?
        </>
      }
      text="They are logged out everywhere and cannot log in until you lift the suspension. What they published stays unless you remove it."
      action="Suspend"
      tone="danger"
      typed={{ form, draft }}
      {...{ isPending, error, onClose }}
      onSubmit={(data) =>
        mutate(
          { suspended: true, reason: textOf(data, 'reason'), password: textOf(data, 'password') },
          { onSaved: draft.remove, onSuccess: onClose },
        )
      }
    >
      <TextAreaField
        name="reason"
        label="Reason"
        help="They read it when they try to log in."
        rows={2}
        required
        defaultValue={draft.text('reason', '')}
      />
    </AccountDialog>
  )
}

export function LiftDialog({ user, onClose }: ChangeProps) {
  const { mutate, isPending, error } = useSuspend(user._id)
  return (
    <AccountDialog
      title={
        <>
          Lift the suspension of <bdi>{user.username}</bdi>?
        </>
      }
      text="They can log in again."
      action="Lift suspension"
      {...{ isPending, error, onClose }}
      onSubmit={(data) =>
        mutate({ suspended: false, password: textOf(data, 'password') }, { onSuccess: onClose })
      }
    />
  )
}

export function RoleDialog({ user, onClose }: ChangeProps & { user: Account }) {
  const { mutate, isPending, error } = useSetRole(user._id)
  return (
    <AccountDialog
      title={
        <>
          Change the role of <bdi>{user.username}</bdi>
        </>
      }
      text="A teacher with playlists stays a teacher."
      action="Change role"
      {...{ isPending, error, onClose }}
      onSubmit={(data) => {
        const role = ROLES.find((each) => each === textOf(data, 'role')) ?? user.role
        mutate({ role, password: textOf(data, 'password') }, { onSuccess: onClose })
      }}
    >
      <SelectField
        name="role"
        label="Role"
        options={ROLES.map((role) => ({ value: role, label: role }))}
        defaultValue={user.role}
      />
    </AccountDialog>
  )
}

export function AdminDialog({ user, onClose }: ChangeProps & { user: Account }) {
  const { mutate, isPending, error } = useSetAdmin(user._id)
  const admin = user.isAdmin !== true
  return (
    <AccountDialog
      title={
        admin ? (
          <>
            Make <bdi>{user.username}</bdi> an admin?
          </>
        ) : (
          <>
            Remove the admin rights of <bdi>{user.username}</bdi>?
          </>
        )
      }
      text={
        admin
          ? 'They can then review, remove and suspend, and change the rights of others.'
          : 'They are logged out everywhere and can log in again without these rights.'
      }
      action={admin ? 'Make admin' : 'Remove admin rights'}
      tone={admin ? 'primary' : 'danger'}
      {...{ isPending, error, onClose }}
      onSubmit={(data) => mutate({ admin, password: textOf(data, 'password') }, { onSuccess: onClose })}
    />
  )
}

export function AppDialog({ user, onClose }: ChangeProps) {
  const { mutate, isPending, error } = useEndApp(user._id)
  return (
    <AccountDialog
      title={
        <>
          Turn off the authenticator app of <bdi>{user.username}</bdi>?
        </>
      }
      text="Do it only if you are sure that they asked you, because their password alone is enough to log in then."
      action="Turn off"
      tone="danger"
      {...{ isPending, error, onClose }}
      onSubmit={(data) => mutate({ password: textOf(data, 'password') }, { onSuccess: onClose })}
    />
  )
}

interface AccountDialogProps {
  title: ReactNode
  text: string
  action: string
  tone?: 'primary' | 'danger'
  isPending: boolean
  error: Error | null
  onSubmit: (data: FormData) => void
  onClose: () => void
  /** What the admin types besides the password. */
  typed?: { form: RefObject<HTMLFormElement | null>; draft: FormDraft }
  /** Fields before the password. */
  children?: ReactNode
}

/** Asks an admin to confirm a change of another user's account with their own password. */
function AccountDialog({ title, text, action, tone = 'primary', ...rest }: AccountDialogProps) {
  const { isPending, error, onSubmit, onClose, typed, children } = rest
  const id = useId()
  const cancel = useRef<HTMLButtonElement>(null)
  const { dialog, close, question } = useFormDialog({
    first: cancel,
    isPending,
    hasDraft: typed?.draft.restored !== undefined,
    onClose: () => {
      typed?.draft.remove()
      onClose()
    },
  })
  return (
    <dialog
      {...dialog}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      className={dialogStyles.dialog}
    >
      <h2 id={`${id}title`}>{title}</h2>
      <p id={`${id}text`}>{text}</p>
      <Form
        key={typed?.draft.version}
        ref={typed?.form}
        errors={fieldErrors(error)}
        aria-labelledby={`${id}title`}
        onChange={typed?.draft.store}
        onSubmit={onSubmit}
      >
        {children}
        {typed && <DraftLine draft={typed.draft} />}
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
