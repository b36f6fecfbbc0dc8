/** The name of the one provider in addresses. */
export const PROVIDER = 'sso'

/** Why a sign-in with the provider came back without a person. The login page says it in a sentence. */
export const PROVIDER_PROBLEMS = ['down', 'refused', 'expired', 'failed'] as const
export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number]

export const ASK_FOR_ACCOUNT = 'Ask an admin for an account.'
export const ACCOUNT_EXISTS = 'You already have an account. Log in once to connect it.'
export const PASSWORDS_OFF = 'Password login is turned off on this site.'
export const SIGN_IN_TOO_OLD = 'This sign-in took too long. Please start again.'
export const LINK_TOO_OLD = 'This link was already used or has expired.'

export function addressUnconfirmed(label: string): string {
  return `Your email address is not verified at ${label}.`
}

/** The sentence of a problem. */
export function problemText(problem: ProviderProblem, label: string): string {
  if (problem === 'down') return `${label} does not answer. Try again later.`
  if (problem === 'refused') return `You stopped signing in at ${label}.`
  return problem === 'expired' ? SIGN_IN_TOO_OLD : `Signing in with ${label} did not work. Please try again.`
}
