import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { WriteReply } from '#contract/lists.ts'
import { PROFILE_PHOTO_REQUIRED } from '#contract/media/media.ts'
import { parseConsent } from '#contract/settings/legal-kinds.ts'
import { AuthOptions } from './auth-options.ts'
import { Reauth } from './reauth.ts'
import { SessionUser } from './session-user.ts'
import { TeachingReason } from './teaching-reason.ts'
import {
  Email,
  isEmailAddress,
  NAME_REJECTED,
  PROFESSION_MESSAGE,
  Profession,
  Role,
  Username,
} from './user-fields.ts'

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
const PASSWORD_MAX_BYTES = 512
export const ADMIN_PASSWORD_ADVISED = 15
export const PASSWORD_SHORT = `Password must be at least ${PASSWORD_MIN} characters.`
export const PASSWORD_LONG = `Password must be at most ${PASSWORD_MAX} characters.`
export const PASSWORD_COMMON = 'This password is too common. Choose another one.'
export const PASSWORD_PERSONAL = 'Password must not be your name or your email address.'
export const PASSWORD_UNCHANGED = 'Choose a password that differs from your old one.'
/** Under every field for a new password, before anything is submitted. */
export const PASSWORD_HINT = `At least ${PASSWORD_MIN} characters. Not a common password, your name or your email address.`
/** The same where an admin is made. */
export const ADMIN_PASSWORD_HINT = `At least ${PASSWORD_MIN} characters, for an admin better ${ADMIN_PASSWORD_ADVISED}. Not a common password, your name or your email address.`
export const PASSWORDS_DIFFER = 'Passwords do not match.'
export const EMAIL_LEAVING =
  'This address belongs to an account that is being deleted. Log in to keep the account.'
export const EMAIL_TAKEN = 'This email is already registered.'
export const WRONG_CREDENTIALS = 'Invalid email or password.'

/** Taken exactly as typed and counted in code points; whether it is a common one, the server says. */
export const NewPassword = z
  .string({ error: PASSWORD_SHORT })
  .refine((password) => [...password].length >= PASSWORD_MIN, PASSWORD_SHORT)
  .refine(
    (password) =>
      [...password].length <= PASSWORD_MAX && new TextEncoder().encode(password).length <= PASSWORD_MAX_BYTES,
    PASSWORD_LONG,
  )

/** Types the new password again. */
export const ConfirmPassword = z.string({ error: PASSWORDS_DIFFER }).max(PASSWORD_MAX_BYTES, PASSWORDS_DIFFER)

/** The confirmation must equal a new password wherever one is set. */
export function confirms(
  password: string | undefined,
  again: string | undefined,
  context: z.RefinementCtx,
): void {
  if (password !== undefined && password !== again) {
    context.addIssue({ code: 'custom', path: ['confirmPassword'], message: PASSWORDS_DIFFER })
  }
}

type NewAccount = Readonly<Record<'username' | 'email' | 'password' | 'confirmPassword', string>>

/** What the fields of a new account must not have in common. */
export function checkNewAccount(
  { username, email, password, confirmPassword }: NewAccount,
  context: z.RefinementCtx,
): void {
  confirms(password, confirmPassword, context)
  const mine = [username, email].map((own) => own.toLowerCase())
  if (mine.includes(password.toLowerCase())) {
    context.addIssue({ code: 'custom', path: ['password'], message: PASSWORD_PERSONAL })
  }
  if (isEmailAddress(username)) {
    context.addIssue({ code: 'custom', path: ['username'], message: NAME_REJECTED })
  }
}

const INVITATION_MAX = 200

/** Sign-up; the role is Student when none is chosen, and a profession belongs to Other alone. */
export const RegisterDraft = z
  .object({
    username: Username,
    email: Email,
    password: NewPassword,
    confirmPassword: ConfirmPassword,
    role: Role.default('Student'),
    profession: Profession.optional(),
    /** Read where an admin decides who may teach. */
    teachingReason: TeachingReason.optional(),
    /** The last part of the link of an invitation. */
    invitation: z.string().max(INVITATION_MAX).optional(),
    /** The versions of the legal pages that were accepted: `terms:3,privacy:2`. */
    consent: z
      .string()
      .refine((text) => parseConsent(text) !== undefined, 'Accept the terms again.')
      .optional(),
  })
  .superRefine((draft, context) => {
    checkNewAccount(draft, context)
    if (draft.role === 'Other' && !draft.profession) {
      context.addIssue({ code: 'custom', path: ['profession'], message: PROFESSION_MESSAGE })
    }
  })
export type RegisterDraft = z.infer<typeof RegisterDraft>

/** Any two texts. The answer never says which one is wrong, so that a guess learns nothing. */
export const LoginDraft = z.object({
  email: z.string({ error: 'Enter your email address.' }).max(1024),
  password: z.string({ error: 'Enter your password.' }).max(1024),
})
export type LoginDraft = z.infer<typeof LoginDraft>

/** A new password, with the token of a mail, or with the address and the code from an admin. */
export const ResetDraft = z
  .object({
    token: z.string().max(200).optional(),
    email: z.string().max(1024).optional(),
    code: z.string().trim().max(64).optional(),
    newPassword: NewPassword,
    confirmPassword: ConfirmPassword,
  })
  .superRefine((draft, context) => confirms(draft.newPassword, draft.confirmPassword, context))
  .refine(...neededWithoutToken('email', 'Enter your email address.'))
  .refine(...neededWithoutToken('code', 'Enter the code you were given.'))
export type ResetDraft = z.infer<typeof ResetDraft>

/** Reports the missing field even if other fields are wrong, too. */
function neededWithoutToken(field: 'email' | 'code', error: string) {
  const isThere = (draft: {
    token?: string | undefined
    email?: string | undefined
    code?: string | undefined
  }) => draft.token !== undefined || draft[field] !== undefined
  const options = {
    path: [field],
    error,
    when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
  }
  return [isThere, options] as const
}

/** One of a person's own logins, as they may see it. */
export const Session = z
  .object({
    _id: Id,
    current: z.boolean(),
    agent: z.string(),
    network: z.string(),
    /** Whether the account had not been used from this network lately. */
    unknownNetwork: z.boolean(),
    createdAt: Timestamp,
    lastUsedAt: Timestamp,
    expiresAt: Timestamp,
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>

export const authApi = {
  register: endpoint('auth.register', {
    summary: 'Sign up',
    rate: 'register',
    body: RegisterDraft,
    imageRequired: PROFILE_PHOTO_REQUIRED,
    reply: WriteReply,
    status: 201,
  }),
  login: endpoint('auth.login', {
    summary: 'Log in',
    rate: 'login',
    body: LoginDraft,
    reply: SessionUser.extend(WriteReply.shape),
  }),
  logout: endpoint('auth.logout', {
    summary: 'End this session',
    reply: WriteReply,
  }),
  reset: endpoint('auth.reset', {
    summary: 'Set a new password with a one-time code or the token of a mail',
    rate: 'login',
    body: ResetDraft,
    reply: WriteReply,
  }),
  options: endpoint('auth.options', {
    summary: 'How this site signs people in and whether it sends mail',
    reply: AuthOptions,
  }),
  sessions: endpoint('auth.sessions', {
    summary: 'One’s own live sessions',
    reply: z.object({ sessions: z.array(Session) }),
  }),
  endSession: endpoint('auth.endSession', {
    summary: 'End one of one’s own sessions; any but the current one needs the password or a passkey',
    body: Reauth,
    reply: WriteReply,
  }),
  endSessions: endpoint('auth.endSessions', {
    summary: 'End all of one’s other sessions',
    body: Reauth,
    reply: WriteReply,
  }),
}
