import { z } from 'zod'

/** Sent by a mail server, written to files for the operator, or not made at all. */
export const MailMode = z.enum(['smtp', 'outbox', 'none'])
export type MailMode = z.infer<typeof MailMode>

/** Whether users are asked to confirm their address, and whether comments and publishing wait for it. */
export const VerifyEmail = z.enum(['off', 'remind', 'required'])
export type VerifyEmail = z.infer<typeof VerifyEmail>

/** What the screens of sign-in need to know about the site. */
export const AuthOptions = z
  .object({
    mail: MailMode,
    verifyEmail: VerifyEmail,
    /** The organisation's accounts that people may sign in with. */
    provider: z.object({ label: z.string() }).nullable(),
    passwordLogin: z.boolean(),
  })
  .meta({ id: 'AuthOptions' })
export type AuthOptions = z.infer<typeof AuthOptions>
