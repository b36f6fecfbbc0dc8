import { NewPasswordField } from '#web/ui/form/new-password-field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import styles from './password-group.module.css'

export interface Passwords {
  oldPassword: string
  newPassword: string
  confirmPassword: string
}

export const NO_PASSWORDS: Passwords = { oldPassword: '', newPassword: '', confirmPassword: '' }

interface PasswordGroupProps {
  passwords: Passwords
  onChange: (passwords: Passwords) => void
}

/** The password fields of the profile. Empty fields change nothing. */
export function PasswordGroup({ passwords, onChange }: PasswordGroupProps) {
  const field = (name: keyof Passwords) => ({
    name,
    value: passwords[name],
    onChange: (value: string) => onChange({ ...passwords, [name]: value }),
  })
  return (
    <fieldset className={styles.group}>
      <legend>Password</legend>
      <p>Leave these empty to keep your password. A new email needs your old password too.</p>
      <PasswordField {...field('oldPassword')} label="Old password" span autoComplete="current-password" />
      <NewPasswordField {...field('newPassword')} label="New password" />
      <PasswordField {...field('confirmPassword')} label="Confirm password" autoComplete="new-password" />
    </fieldset>
  )
}
