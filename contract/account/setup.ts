import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { WriteReply } from '#contract/lists.ts'
import { ConfirmPassword, checkNewAccount, NewPassword } from './auth.ts'
import { SessionUser } from './session-user.ts'
import { CODE_NEEDED } from './setup-messages.ts'
import { Email, Username } from './user-fields.ts'

const CODE_MAX = 64

/** The first admin, with the code that the terminal shows. */
export const SetupDraft = z
  .object({
    code: z.string(CODE_NEEDED).trim().min(1, CODE_NEEDED).max(CODE_MAX, CODE_NEEDED),
    username: Username,
    email: Email,
    password: NewPassword,
    confirmPassword: ConfirmPassword,
  })
  .superRefine(checkNewAccount)
export type SetupDraft = z.infer<typeof SetupDraft>

export const setupApi = {
  get: endpoint('setup.get', {
    summary: 'Whether the site still has no admin',
    reply: z.object({ open: z.boolean() }),
  }),
  create: endpoint('setup.create', {
    summary: 'Make the first admin with the code that the terminal shows',
    rate: 'setup',
    body: SetupDraft,
    reply: SessionUser.extend(WriteReply.shape),
    status: 201,
  }),
}
