import { type FocusEvent, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import type { FieldProps } from './field.tsx'
import { FieldFrame, useField } from './field.tsx'
import input from './input.module.css'
import styles from './password-field.module.css'

export type PasswordFieldProps = FieldProps & {
  autoComplete: 'current-password' | 'new-password'
  value?: string
  defaultValue?: string
  /** The id of an element elsewhere that describes the field, in place of `help`. */
  helpId?: string
  onChange?: (value: string) => void
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
}

/** A password with a button that shows it. Pasting and password managers work. */
export function PasswordField({ autoComplete, value, onChange, onBlur, ...rest }: PasswordFieldProps) {
  const { label, span, defaultValue, ...own } = rest
  const field = useField(own, onChange)
  const [visible, setVisible] = useState(false)
  return (
    <FieldFrame {...{ field, label, span }} required={own.required} help={own.help}>
      <div className={styles.wrap}>
        <input
          {...field.control}
          type={visible ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          defaultValue={defaultValue}
          onBlur={onBlur}
          className={classNames(input.input, styles.input)}
        />
        <IconButton
          icon={visible ? 'eye-off' : 'eye'}
          label="Show password"
          size="sm"
          aria-pressed={visible}
          disabled={own.disabled}
          onClick={() => setVisible(!visible)}
          className={styles.show}
        />
      </div>
    </FieldFrame>
  )
}
