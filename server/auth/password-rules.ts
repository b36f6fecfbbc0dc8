import type { PasswordOwner } from '#contract/password-strength.ts'
import { invalid } from '../http/app-error.ts'

interface NewPasswordRule extends PasswordOwner {
  /** The form field that gets the sentence. */
  field: string
  password: string
}

/** Throws an AppError for a new password that is easy to guess. */
export async function rejectWeakPassword({ field, password, ...owner }: NewPasswordRule): Promise<void> {
  // Loaded on first use, because the module is large and most processes never need it.
  const { passwordProblem } = await import('#contract/password-strength.ts')
  const problem = passwordProblem(password, owner)
  if (problem !== undefined) throw invalid(field, problem)
}
