import { type FocusEvent, use, useMemo, useState } from 'react'
import { PASSWORD_HINT, PASSWORD_MIN } from '#contract/account/auth.ts'
import { useSite } from '#web/core/app-context.tsx'
import { FormErrorsContext } from './form-errors.ts'
import styles from './password-field.module.css'
import { PasswordField, type PasswordFieldProps } from './password-field.tsx'

type NewPasswordFieldProps = Omit<PasswordFieldProps, 'autoComplete' | 'help' | 'onBlur'>

/** The rules of a password, below two fields. Pass its id to the field for the new one. */
export function PasswordHint({ id, text = PASSWORD_HINT }: { id: string; text?: string }) {
  return (
    <p id={id} className={styles.hint}>
      {text}
    </p>
  )
}

/**
 * A field for a new password. It shows the rules before the user types, unless `helpId` names a `PasswordHint`. On blur it says whether the password is
 * easy to guess. The server decides.
 */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { name } = props
  const { name: siteName } = useSite()
  const formErrors = use(FormErrorsContext)
  const [problem, setProblem] = useState<string>()

  async function checkPassword({ currentTarget: field }: FocusEvent<HTMLInputElement>): Promise<void> {
    const password = field.value
    if ([...password].length < PASSWORD_MIN) return
    // Without a connection the server alone decides.
    const strength = await import('#contract/account/password-strength.ts').catch(() => undefined)
    if (strength === undefined || field.value !== password) return
    const owner = { siteName, username: textIn(field.form, 'username'), email: textIn(field.form, 'email') }
    setProblem(strength.passwordProblem(password, owner))
  }

  const own = useMemo(() => {
    const message = formErrors.errors[name] ?? problem
    return {
      errors: message === undefined ? formErrors.errors : { ...formErrors.errors, [name]: message },
      edited: (edited: string) => {
        setProblem(undefined)
        formErrors.edited(edited)
      },
    }
  }, [formErrors, name, problem])

  return (
    <FormErrorsContext value={own}>
      <PasswordField
        {...props}
        autoComplete="new-password"
        help={props.helpId === undefined ? PASSWORD_HINT : undefined}
        // If the list cannot be downloaded, only the server checks.
        onBlur={(event) => void checkPassword(event).catch(() => {})}
      />
    </FormErrorsContext>
  )
}

function textIn(form: HTMLFormElement | null, name: string): string | undefined {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field.value : undefined
}
