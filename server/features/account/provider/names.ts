import { isEmailAddress, Username } from '#contract/account/user-fields.ts'

export const NAMELESS = 'New member'

/** A name for a new account: that at the provider, or else the first part of the address. */
export function nameFor({ name, email }: { name: string; email: string }): string {
  const local = email.slice(0, Math.max(0, email.lastIndexOf('@'))).replace(/[._+-]+/g, ' ')
  for (const candidate of [name, local]) {
    const named = Username.safeParse(candidate)
    if (named.success && !isEmailAddress(named.data)) return named.data
  }
  return NAMELESS
}
