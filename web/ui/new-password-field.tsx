import { type FocusEvent, use, useMemo, useState } from 'react'
import { PASSWORD_HINT, PASSWORD_MIN } from '#contract/auth.ts'
import { useSite } from '#web/core/app-context.tsx'
import { RefusalsContext } from './form-errors.ts'
import { PasswordField, type PasswordFieldProps } from './password-field.tsx'

type NewPasswordFieldProps = Omit<PasswordFieldProps, 'autoComplete' | 'help' | 'onBlur'>

/**
 * A field for a new password. It says the rules before anything is typed and, when it is left, whether the password is
 * easy to guess; the server decides.
 */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { name } = props
  const { name: siteName } = useSite()
  const refusals = use(RefusalsContext)
  const [problem, setProblem] = useState<string>()

  async function judge({ currentTarget: field }: FocusEvent<HTMLInputElement>): Promise<void> {
    const password = field.value
    if ([...password].length < PASSWORD_MIN) return
    const { passwordProblem } = await import('#contract/password-strength.ts')
    if (field.value !== password) return
    const owner = { siteName, username: textIn(field.form, 'username'), email: textIn(field.form, 'email') }
    setProblem(passwordProblem(password, owner))
  }

  const own = useMemo(() => {
    const said = refusals.errors[name] ?? problem
    return {
      errors: said === undefined ? refusals.errors : { ...refusals.errors, [name]: said },
      edited: (edited: string) => {
        setProblem(undefined)
        refusals.edited(edited)
      },
    }
  }, [refusals, name, problem])

  return (
    <RefusalsContext value={own}>
      <PasswordField
        {...props}
        autoComplete="new-password"
        help={PASSWORD_HINT}
        // A list that cannot be downloaded now is no matter: the server has it.
        onBlur={(event) => void judge(event).catch(() => {})}
      />
    </RefusalsContext>
  )
}

function textIn(form: HTMLFormElement | null, name: string): string | undefined {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field.value : undefined
}
