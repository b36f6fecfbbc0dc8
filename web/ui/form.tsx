import { Form as BaseForm } from '@base-ui/react/form'
import type { ReactNode, RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from './class-names.ts'
import styles from './form.module.css'

/** A sentence per field name. */
export type FormErrors = Record<string, string>

export type FormProps = {
  ref?: RefObject<HTMLFormElement | null>
  /** What was refused; a new object moves focus to the first field that it names. */
  errors?: FormErrors
  onSubmit: (data: FormData, form: HTMLFormElement) => void
  columns?: 1 | 2
  /** In a box of its own. */
  card?: boolean
  'aria-label'?: string
  'aria-labelledby'?: string
  children: ReactNode
}

const none: FormErrors = {}

/**
 * Fields under each other, or short pairs beside each other. An error leaves its field when the field is edited, and
 * all of them leave on the next submit, so that a stale one never stands in the way.
 */
export function Form({ errors = none, onSubmit, columns = 1, card = false, children, ...rest }: FormProps) {
  const { ref, ...names } = rest
  const own = useRef<HTMLFormElement>(null)
  const form = ref ?? own
  const [shown, setShown] = useState(errors)
  const [given, setGiven] = useState(errors)
  if (given !== errors) {
    setGiven(errors)
    setShown(errors)
  }
  useEffect(() => {
    if (Object.keys(errors).length > 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]:not([type="hidden"])')?.focus()
    }
  }, [errors, form])
  return (
    <BaseForm
      {...names}
      ref={form}
      errors={shown}
      className={classNames(styles.form, columns === 2 && styles.two, card && styles.card)}
      onSubmitCapture={() => flushSync(() => setShown(none))}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(new FormData(event.currentTarget), event.currentTarget)
      }}
    >
      {children}
    </BaseForm>
  )
}

/** The form's heading and what its stars mean. */
export function FormHead({ id, title, children }: { id?: string; title: string; children?: ReactNode }) {
  return (
    <div className={styles.span}>
      <h2 id={id}>{title}</h2>
      {children ?? (
        <p className={styles.stars}>
          Fields marked <span>*</span> are required.
        </p>
      )}
    </div>
  )
}

/** The buttons at the form's end, under a line. */
export function FormFoot({ children }: { children: ReactNode }) {
  return <div className={classNames(styles.foot, styles.span)}>{children}</div>
}
