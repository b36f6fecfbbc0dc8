import type { ComponentProps } from 'react'
import type { FieldProps } from './field.tsx'
import { FieldFrame, useField } from './field.tsx'
import styles from './input.module.css'

type Native = Pick<
  ComponentProps<'input'>,
  | 'placeholder'
  | 'autoComplete'
  | 'autoFocus'
  | 'autoCapitalize'
  | 'spellCheck'
  | 'readOnly'
  | 'onKeyDown'
  | 'ref'
>

export type TextFieldProps = FieldProps &
  Native & {
    /** The keyboard on phones. Only the contract validates e-mail addresses, so the message is always the same. */
    kind?: 'text' | 'email' | 'url' | 'numeric'
    value?: string
    defaultValue?: string
    onChange?: (value: string) => void
  }

const typing = { autoCapitalize: 'none', spellCheck: false } as const

/** One line of text. */
export function TextField({ kind = 'text', value, defaultValue, onChange, ...rest }: TextFieldProps) {
  const { name, label, required, help, span, disabled, ref, ...native } = rest
  const field = useField({ name, required, help, disabled }, onChange)
  return (
    <FieldFrame {...{ field, label, required, help, span }}>
      <input
        type="text"
        inputMode={kind}
        dir={kind === 'text' ? 'auto' : undefined}
        {...(kind !== 'text' && typing)}
        {...native}
        {...field.control}
        ref={ref}
        value={value}
        defaultValue={defaultValue}
        className={styles.input}
      />
    </FieldFrame>
  )
}
