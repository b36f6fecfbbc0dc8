import { Field as BaseField } from '@base-ui/react/field'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

export type FieldProps = {
  /** The name under which the form sends it, and under which an error comes back. */
  name: string
  label: string
  /** A red star; what is required is decided by the draft in the contract, not by the browser. */
  required?: boolean
  help?: ReactNode
  /** Over both columns of a two-column form. */
  span?: boolean
  disabled?: boolean
}

/** Label above, control, and below it help or the error that took its place; all tied together for assistive technology. */
export function FieldFrame({ name, label, help, children, ...look }: FieldProps & { children: ReactNode }) {
  const { required = false, span = false, disabled = false } = look
  return (
    <BaseField.Root name={name} disabled={disabled} className={classNames(styles.field, span && styles.span)}>
      <BaseField.Label className={classNames(styles.label, required && styles.required)}>
        {label}
      </BaseField.Label>
      {children}
      {help && <BaseField.Description className={styles.help}>{help}</BaseField.Description>}
      <FieldError />
    </BaseField.Root>
  )
}

/** The error of the field around it, if there is one; `now` is one that was found before anything was sent. */
export function FieldError({ now }: { now?: string }) {
  return (
    <BaseField.Error
      {...(now !== undefined && { match: true, children: now, role: 'alert' })}
      className={styles.error}
      render={({ children, ...rest }) => (
        <p {...rest}>
          <Icon name="alert-circle" size="sm" />
          <span>{children}</span>
        </p>
      )}
    />
  )
}
