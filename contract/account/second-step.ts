import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Timestamp } from '#contract/id.ts'
import { WriteReply } from '#contract/lists.ts'
import { ConfirmPassword, confirms, NewPassword } from './auth.ts'
import { Challenge, REAUTH_FIELDS, Reauth } from './reauth.ts'
import { ENTER_CODE } from './second-step-messages.ts'
import { SessionUser } from './session-user.ts'

export const LAST_WAY_IN = 'Set a password or add a passkey first.'
export const CODE_WRONG = 'This code is wrong or was used before.'

/** Six digits, or a recovery code; spaces and dashes do not count. */
const Code = z.string({ error: ENTER_CODE }).trim().min(1, ENTER_CODE).max(64, CODE_WRONG)

/** How a user may log in. */
export const SecondStep = z.object({
  hasPassword: z.boolean(),
  /** Null while the password is the one of the registration. */
  passwordChangedAt: Timestamp.nullable(),
  /** Whether logging in with the password needs a code. */
  hasAuthenticator: z.boolean(),
  recoveryCodesLeft: z.int(),
  /** Whether passkeys can be made and used at this address. */
  allowsPasskeys: z.boolean(),
  /** The user is an admin without admin rights until they have a passkey or an authenticator app. */
  isMissing: z.boolean(),
})
export type SecondStep = z.infer<typeof SecondStep>

export const SecondDraft = z.object({ challenge: Challenge, code: Code })
export type SecondDraft = z.infer<typeof SecondDraft>

/** With a code, turns the app on. Without one, confirms who the user is and asks for a secret. */
export const TotpDraft = z.object({ code: Code.optional(), ...REAUTH_FIELDS })

export const SetPasswordDraft = z
  .object({
    newPassword: NewPassword,
    confirmPassword: ConfirmPassword,
    ...REAUTH_FIELDS,
  })
  .superRefine((draft, context) => confirms(draft.newPassword, draft.confirmPassword, context))
export type SetPasswordDraft = z.infer<typeof SetPasswordDraft>

const RecoveryCodes = z.array(z.string())

export const secondStepApi = {
  status: endpoint('secondStep.status', { summary: 'How one may log in', reply: SecondStep }),
  verify: endpoint('secondStep.verify', {
    summary: 'Finish a login with a code of the authenticator app, or a recovery code',
    rate: 'login',
    body: SecondDraft,
    reply: SessionUser.extend(WriteReply.shape),
  }),
  totp: endpoint('secondStep.totp', {
    summary: 'Get a secret for an authenticator app, then turn the app on with a code',
    body: TotpDraft,
    reply: WriteReply.extend({
      /** Base32. */
      secret: z.string().optional(),
      /** `otpauth://`, for the QR code. */
      address: z.string().optional(),
      recoveryCodes: RecoveryCodes.optional(),
    }),
  }),
  endTotp: endpoint('secondStep.endTotp', {
    summary: 'Turn the authenticator app off',
    body: Reauth,
    reply: WriteReply,
  }),
  endFor: endpoint('secondStep.endFor', {
    summary: 'Turn off the authenticator app of a user who lost it',
    body: Reauth,
    reply: WriteReply,
  }),
  recoveryCodes: endpoint('secondStep.recoveryCodes', {
    summary: 'Replace the recovery codes',
    body: Reauth,
    reply: WriteReply.extend({ recoveryCodes: RecoveryCodes }),
  }),
  setPassword: endpoint('secondStep.setPassword', {
    summary: 'Set or change the password',
    body: SetPasswordDraft,
    reply: WriteReply.extend({ updatedUser: SessionUser }),
  }),
}
