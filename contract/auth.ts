import { z } from 'zod'
import { AuthOptions } from './auth-options.ts'
import { endpoint } from './endpoint.ts'
import { Id, Timestamp } from './id.ts'
import { WriteReply } from './lists.ts'
import { PROFILE_PHOTO_REQUIRED } from './media.ts'
import { SessionUser } from './session-user.ts'
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
export const PASSWORD_SHORT = `Password must be at least ${PASSWORD_MIN} characters.`
export const PASSWORD_LONG = `Password must be at most ${PASSWORD_MAX} characters.`
export const PASSWORD_COMMON = 'This password is too common. Choose another one.'
export const PASSWORD_PERSONAL = 'Password must not be your name or your email address.'
export const PASSWORD_UNCHANGED = 'Choose a password that differs from your old one.'
/** Under every field for a new password, before anything is submitted. */
export const PASSWORD_HINT = `At least ${PASSWORD_MIN} characters. Not a common password, your name or your email address.`
export const PASSWORDS_DIFFER = 'Passwords do not match.'
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

/** Sign-up; the role is Student when none is chosen, and a profession belongs to Other alone (specification section 5). */
export const RegisterDraft = z
  .object({
    username: Username,
    email: Email,
    password: NewPassword,
    confirmPassword: z.string({ error: PASSWORDS_DIFFER }).max(PASSWORD_MAX_BYTES, PASSWORDS_DIFFER),
    role: Role.default('Student'),
    profession: Profession.optional(),
  })
  .superRefine((draft, context) => {
    confirms(draft.password, draft.confirmPassword, context)
    const mine = [draft.username, draft.email].map((own) => own.toLowerCase())
    if (mine.includes(draft.password.toLowerCase())) {
      context.addIssue({ code: 'custom', path: ['password'], message: PASSWORD_PERSONAL })
    }
    if (isEmailAddress(draft.username)) {
      context.addIssue({ code: 'custom', path: ['username'], message: NAME_REJECTED })
    }
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

export const ResetDraft = z
  .object({
    email: z.string({ error: 'Enter your email address.' }).max(1024),
    code: z.string({ error: 'Enter the code you were given.' }).trim().max(64),
    newPassword: NewPassword,
    confirmPassword: z.string({ error: PASSWORDS_DIFFER }).max(PASSWORD_MAX_BYTES, PASSWORDS_DIFFER),
  })
  .superRefine((draft, context) => confirms(draft.newPassword, draft.confirmPassword, context))
export type ResetDraft = z.infer<typeof ResetDraft>

/** One of a person's own logins, as they may see it. */
export const Session = z
  .object({
    _id: Id,
    current: z.boolean(),
    agent: z.string(),
    network: z.string(),
    createdAt: Timestamp,
    lastUsedAt: Timestamp,
    expiresAt: Timestamp,
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>

/** Ending a session other than one's own present one needs the password. */
export const EndSessionDraft = z.object({ password: z.string().max(1024).optional() })

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
    summary: 'Set a new password with a one-time code',
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
    summary: 'End one of one’s own sessions',
    body: EndSessionDraft,
    reply: WriteReply,
  }),
  endSessions: endpoint('auth.endSessions', {
    summary: 'End all of one’s other sessions',
    body: EndSessionDraft,
    reply: WriteReply,
  }),
}
