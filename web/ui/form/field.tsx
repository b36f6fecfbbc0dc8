import { type ChangeEvent, type ReactNode, use, useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './field.module.css'
import { FormErrorsContext } from './form-errors.ts'

export type FieldProps = {
  /** The name in the submitted form and in the errors of the server. */
  name: string
  label: string
  /** Shows a red star. The contract, not the browser, checks whether the field is filled. */
  required?: boolean
  help?: ReactNode
  /** Spans both columns of a two-column form. */
  span?: boolean
  disabled?: boolean
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export type Field = ReturnType<typeof useField>

type FieldOptions = Omit<FieldProps, 'label' | 'span'> & {
  /** The id of an element elsewhere that describes the field, in place of `help`. */
  helpId?: string
}

/**
 * The attributes that link a native control to its label and to its help or error, for assistive technology. `onChange`
 * receives its value.
 */
export function useField(
  { name, required, help, helpId, disabled }: FieldOptions,
  onChange?: (value: string) => void,
) {
  const id = useId()
  const { errors, edited } = use(FormErrorsContext)
  const error = disabled ? undefined : errors[name]
  const ids = { control: id, help: helpId ?? `${id}-help`, error: `${id}-error` }
  return {
    ids,
    error,
    edited: () => edited(name),
    control: {
      id,
      name,
      disabled,
      'aria-required': required || undefined,
      'aria-invalid': error === undefined ? undefined : true,
      'aria-describedby': describedBy(ids, { error, help: help ?? helpId }),
      onChange: ({ currentTarget }: ChangeEvent<Control>) => {
        edited(name)
        onChange?.(currentTarget.value)
      },
    },
  }
}

function describedBy(
  ids: { help: string; error: string },
  { error, help }: { error?: string; help?: ReactNode },
): string | undefined {
  if (error !== undefined) return ids.error
  return help ? ids.help : undefined
}

type FieldFrameProps = Pick<FieldProps, 'label' | 'required' | 'help' | 'span'> & {
  field: Field
  children: ReactNode
}

/** The label, the control, and below it the help or the error. */
export function FieldFrame({ field, label, required, help, span, children }: FieldFrameProps) {
  const { ids, error } = field
  return (
    <div
      className={classNames(styles.field, span && styles.span)}
      data-invalid={error === undefined ? undefined : ''}
    >
      <label htmlFor={ids.control} className={classNames(styles.label, required && styles.required)}>
        {label}
      </label>
      {children}
      {help && (
        <p id={ids.help} className={styles.help}>
          {help}
        </p>
      )}
      <FieldError field={field} />
    </div>
  )
}

/** The error of a field, if there is one. `now` is an error of the browser, before the form is sent. */
export function FieldError({ field, now }: { field: Field; now?: string }) {
  const message = now ?? field.error
  if (message === undefined) return null
  return (
    <p id={field.ids.error} className={styles.error} role={now === undefined ? undefined : 'alert'}>
      <Icon name="alert-circle" size="sm" />
      <span>{message}</span>
    </p>
  )
}
