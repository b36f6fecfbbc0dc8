import { z } from 'zod'

/** Bytes in the encoding that browsers use for passkeys. */
export const Base64Url = z.string().regex(/^[\w-]*$/, 'Invalid passkey.')
/** Identifies what the server asked the browser to sign. */
export const Challenge = Base64Url.min(1).max(64)

/** The answer of a passkey to a challenge of `POST /api/auth/passkeys/options`: `PublicKeyCredential.toJSON()`. */
export const Assertion = z
  .object({
    challenge: Challenge,
    credential: z.object({
      id: Base64Url.max(1400),
      rawId: Base64Url.max(1400),
      type: z.literal('public-key'),
      clientExtensionResults: z.object({ appid: z.boolean().exactOptional() }),
      response: z.object({
        clientDataJSON: Base64Url.max(4096),
        authenticatorData: Base64Url.max(4096),
        signature: Base64Url.max(4096),
        userHandle: Base64Url.max(128).exactOptional(),
      }),
    }),
  })
  .meta({ id: 'PasskeyAssertion' })
export type Assertion = z.infer<typeof Assertion>

/** Stands for a finished sign-in with the provider, for a minute and once, in the browser that began it. */
export const Ticket = Base64Url.min(1).max(64)

/** The fields of a call that asks again who the user is: one of them is needed. */
export const REAUTH_FIELDS = {
  password: z.string().max(1024).optional(),
  passkey: Assertion.optional(),
  ticket: Ticket.optional(),
}
export const Reauth = z.object(REAUTH_FIELDS)
export type Reauth = z.infer<typeof Reauth>

export const PASSWORD_NEEDED = 'Enter your password.'
export const PASSWORD_WRONG = 'Password is incorrect.'
export const PASSKEY_WRONG = 'This passkey does not work here.'
export const TICKET_WRONG = 'This sign-in does not confirm that it is you. Please try again.'
