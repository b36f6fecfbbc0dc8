import { z } from 'zod'
import { MailMode } from '#contract/account/auth-options.ts'
import { Email } from '#contract/account/user-fields.ts'
import { endpoint } from '#contract/endpoint.ts'
import { WriteReply } from '#contract/lists.ts'

/** The state of the last mail with a confirmation link. */
export const MailState = z.enum(['waiting', 'sent', 'failed', 'rejected', 'unreachable'])
export type MailState = z.infer<typeof MailState>

/** The state of the mails to the caller. */
export const OwnMail = z
  .object({
    /** Whether links reach the user, or the operator passes them on. */
    mode: MailMode,
    /** Whether the site asks the caller to confirm their address. */
    asksToConfirm: z.boolean(),
    /** The account's address, mostly hidden: `a•••@example.org`. */
    address: z.string(),
    /** Null when no link was ever sent. */
    lastLink: MailState.nullable(),
    /** Mails to the address were rejected twice in a row, so no more are sent. */
    isOff: z.boolean(),
    /** A new address that waits for its confirmation. */
    pendingEmail: z.string().nullable(),
  })
  .meta({ id: 'OwnMail' })
export type OwnMail = z.infer<typeof OwnMail>

/** A wrong token gets the same answer as a used one. */
export const MailToken = z.string({ error: 'The link is incomplete.' }).max(200)

export const ForgotDraft = z.object({ email: Email })

export const mailApi = {
  forgot: endpoint('auth.forgot', {
    summary: 'Ask for a link to a new password; the answer is the same for every address',
    rate: 'login',
    body: ForgotDraft,
    reply: WriteReply,
  }),
  verify: endpoint('auth.verify', {
    summary: 'Use the link of a mail about an address',
    body: z.object({ token: MailToken }),
    reply: WriteReply.extend({ kind: z.enum(['verify', 'change', 'undo']) }),
  }),
  verifyAgain: endpoint('auth.verifyAgain', {
    summary: 'Send the link that confirms one’s own address once more',
    body: z.object({}),
    reply: WriteReply,
  }),
  own: endpoint('users.mail', { summary: 'The state of the mails to the caller', reply: OwnMail }),
}
