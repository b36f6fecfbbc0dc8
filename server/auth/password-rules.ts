import type { PasswordOwner } from '#contract/password-strength.ts'
import { invalid } from '../http/app-error.ts'

interface NewPasswordRule extends PasswordOwner {
  /** The form field that gets the sentence. */
  field: string
  password: string
}

/** What the contract's schemas do not know of a new password: throws the AppError for one that is easy to guess. */
export async function rejectWeakPassword({ field, password, ...owner }: NewPasswordRule): Promise<void> {
  // Loaded when the first password is chosen: most processes of a day never need it, and it is not small.
  const { passwordProblem } = await import('#contract/password-strength.ts')
  const problem = passwordProblem(password, owner)
  if (problem !== undefined) throw invalid(field, problem)
}
