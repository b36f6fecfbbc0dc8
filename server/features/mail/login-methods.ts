import { z } from 'zod'

/** How a user can log in besides the password, when a password was reset. */
export const LoginMethods = z.object({
  /** The names of the passkeys that are turned off after the reset. */
  passkeys: z.array(z.string()),
  hasAuthenticator: z.boolean(),
})
export type LoginMethods = z.infer<typeof LoginMethods>

const LIST = new Intl.ListFormat('en-GB')

/** What the owner should know about them: a sentence for each kind that they have. */
export function loginMethodsText({ passkeys, hasAuthenticator }: LoginMethods): string[] {
  const isOne = passkeys.length === 1
  const names = LIST.format(passkeys.map((name) => `“${name}”`))
  const off = `Your ${isOne ? 'passkey' : 'passkeys'} ${names} ${isOne ? 'is' : 'are'} turned off.`
  return [
    ...(passkeys.length > 0
      ? [
          `${off} Enable ${isOne ? 'it' : 'those that are yours'} on the security screen, or remove ${isOne ? 'it' : 'them'}.`,
        ]
      : []),
    ...(hasAuthenticator
      ? ['Your authenticator app stays on. If you have lost it, ask an admin or the operator to turn it off.']
      : []),
  ]
}
