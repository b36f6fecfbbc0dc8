import { Field as BaseField } from '@base-ui/react/field'
import { useState } from 'react'
import { classNames } from './class-names.ts'
import type { FieldProps } from './field.tsx'
import { FieldFrame } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import input from './input.module.css'
import styles from './password-field.module.css'

export type PasswordFieldProps = FieldProps & {
  autoComplete: 'current-password' | 'new-password'
  value?: string
  onChange?: (value: string) => void
}

/** A password with a button that shows it. Pasting and password managers work. */
export function PasswordField({ autoComplete, value, onChange, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame {...field}>
      <div className={styles.wrap}>
        <BaseField.Control
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onValueChange={onChange}
          aria-required={field.required || undefined}
          className={classNames(input.input, styles.input)}
        />
        <IconButton
          icon={shown ? 'eye-off' : 'eye'}
          label="Show password"
          size="sm"
          aria-pressed={shown}
          disabled={field.disabled}
          onClick={() => setShown(!shown)}
          className={styles.show}
        />
      </div>
    </FieldFrame>
  )
}
