import type { ReactNode, RefObject } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './form.module.css'
import { type FormErrors, FormErrorsContext } from './form-errors.ts'

export type FormProps = {
  ref?: RefObject<HTMLFormElement | null>
  /** The rejected fields. A new object moves the focus to the first of them. */
  errors?: FormErrors
  onSubmit: (data: FormData, form: HTMLFormElement) => void
  /** Called after every change of a field. `onInput` would come before the change of a select, and undo it. */
  onChange?: () => void
  columns?: 1 | 2
  /** Renders the form as a card. */
  card?: boolean
  'aria-label'?: string
  'aria-labelledby'?: string
  children: ReactNode
}

const noErrors: FormErrors = {}

/**
 * A form with one or two columns. An error disappears when its field is edited, and all errors disappear on the next
 * submit, so that no stale error blocks it.
 */
export function Form({
  errors = noErrors,
  onSubmit,
  columns = 1,
  card = false,
  children,
  ...rest
}: FormProps) {
  const { ref, ...names } = rest
  const own = useRef<HTMLFormElement>(null)
  const form = ref ?? own
  const [visibleErrors, setVisibleErrors] = useState(errors)
  const [received, setReceived] = useState(errors)
  if (received !== errors) {
    setReceived(errors)
    setVisibleErrors(errors)
  }
  useEffect(() => {
    if (form.current && Object.keys(errors).length > 0) focusFirstWrong(form.current)
  }, [errors, form])
  const formErrors = useMemo(
    () => ({
      errors: visibleErrors,
      edited: (name: string) => setVisibleErrors((now) => without(now, name)),
    }),
    [visibleErrors],
  )
  return (
    <form
      {...names}
      ref={form}
      noValidate
      className={classNames(styles.form, columns === 2 && styles.two, card && styles.card)}
      onSubmit={(event) => {
        event.preventDefault()
        setVisibleErrors(noErrors)
        onSubmit(dataOf(event.currentTarget, event.nativeEvent), event.currentTarget)
      }}
    >
      <FormErrorsContext value={formErrors}>{children}</FormErrorsContext>
    </form>
  )
}

/** The fields, and the name and value of the button that was pressed. */
function dataOf(form: HTMLFormElement, event: Event): FormData {
  return new FormData(form, event instanceof SubmitEvent ? event.submitter : null)
}

function without(errors: FormErrors, name: string): FormErrors {
  if (!(name in errors)) return errors
  const { [name]: _, ...rest } = errors
  return rest
}

/** Selects the text of the field, so that typing replaces it. */
function focusFirstWrong(form: HTMLFormElement): void {
  const invalid = form.querySelector<HTMLElement>('[aria-invalid="true"]:not([type="hidden"])')
  invalid?.focus()
  if (invalid instanceof HTMLInputElement) invalid.select()
}

interface FormHeadProps {
  id?: string
  title: string
  children?: ReactNode
  /** What is kept of the input. */
  draft?: ReactNode
}

/** The heading of the form, the meaning of the stars, and a line about its draft. */
export function FormHead({ id, title, children, draft }: FormHeadProps) {
  return (
    <div className={styles.span}>
      <h2 id={id}>{title}</h2>
      {children ?? (
        <p className={styles.stars}>
          Fields marked <span>*</span> are required.
        </p>
      )}
      {draft}
    </div>
  )
}

/** The buttons at the end of the form. */
export function FormFoot({ children }: { children: ReactNode }) {
  return <div className={classNames(styles.foot, styles.span)}>{children}</div>
}
