import { ROLES } from '#contract/account/user-fields.ts'
import type { User } from '#contract/account/users.ts'
import { textOf } from '#web/core/form-values.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { useEndApp, useSetAdmin, useSetRole, useSuspend } from './account.queries.ts'
import { AccountDialog } from './account-dialog.tsx'

export type Account = Pick<User, '_id' | 'username' | 'role' | 'isAdmin' | 'suspended'>

interface ChangeProps {
  user: Pick<Account, '_id' | 'username'>
  onClose: () => void
}

export function SuspendDialog({ user, onClose }: ChangeProps) {
  const { mutate, isPending, error } = useSuspend(user._id)
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
      {...{ isPending, error, onClose }}
      onSubmit={(data) =>
        mutate(
          { suspended: true, reason: textOf(data, 'reason'), password: textOf(data, 'password') },
          { onSuccess: onClose },
        )
      }
    >
      <TextAreaField
        name="reason"
        label="Reason"
        help="They read it when they try to log in."
        rows={2}
        required
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
