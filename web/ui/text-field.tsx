import { Field as BaseField } from '@base-ui/react/field'
import { type ComponentProps, useImperativeHandle, useRef } from 'react'
import type { FieldProps } from './field.tsx'
import { FieldFrame } from './field.tsx'
import styles from './input.module.css'
import { useTypedEarly } from './use-typed-early.ts'

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
    /** The keyboard that phones offer. E-mail is checked by the contract alone, so that its words are the same everywhere. */
    kind?: 'text' | 'email' | 'url' | 'numeric'
    value?: string
    defaultValue?: string
    onChange?: (value: string) => void
  }

const typing = { autoCapitalize: 'none', spellCheck: false } as const

/** One line of text. */
export function TextField({ kind = 'text', value, defaultValue, onChange, ...rest }: TextFieldProps) {
  const { name, label, required, help, span, disabled, ref, ...native } = rest
  const control = useRef<HTMLInputElement>(null)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => control.current)
  useTypedEarly(control, value, onChange)
  return (
    <FieldFrame name={name} label={label} required={required} help={help} span={span} disabled={disabled}>
      <BaseField.Control
        type="text"
        inputMode={kind}
        dir={kind === 'text' ? 'auto' : undefined}
        {...(kind !== 'text' && typing)}
        {...native}
        ref={control}
        value={value}
        defaultValue={defaultValue}
        onValueChange={onChange}
        aria-required={required || undefined}
        className={styles.input}
      />
    </FieldFrame>
  )
}
