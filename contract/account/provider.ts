import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Timestamp } from '#contract/id.ts'
import { WriteReply } from '#contract/lists.ts'
import { Challenge, REAUTH_FIELDS, Reauth, Ticket } from './reauth.ts'
import { LOGIN_TOO_OLD } from './second-step-messages.ts'
import { SessionUser } from './session-user.ts'
import { TeachingReason } from './teaching-reason.ts'
import {
  isEmailAddress,
  NAME_REJECTED,
  PROFESSION_MESSAGE,
  Profession,
  Role,
  Username,
} from './user-fields.ts'

/** What a sign-in with the provider is for: to log in, to connect the own account, or to confirm who the user is. */
export const PURPOSES = ['login', 'connect', 'confirm'] as const
export const Purpose = z.enum(PURPOSES, 'Purpose must be login, connect or confirm.')
export type Purpose = z.infer<typeof Purpose>

/** The account of a user at the provider. */
export const Identity = z
  .object({
    provider: z.string(),
    label: z.string(),
    /** As the provider named it at the last sign-in. */
    email: z.string(),
    createdAt: Timestamp,
  })
  .meta({ id: 'Identity' })
export type Identity = z.infer<typeof Identity>

/** The first sign-in of somebody without an account. */
export const ProviderSignUp = z
  .object({
    challenge: Challenge,
    username: Username,
    role: Role.default('Student'),
    profession: Profession.optional(),
    /** Read where an admin decides who may teach. */
    teachingReason: TeachingReason.optional(),
  })
  .superRefine(({ username, role, profession }, context) => {
    if (isEmailAddress(username))
      context.addIssue({ code: 'custom', path: ['username'], message: NAME_REJECTED })
    if (role === 'Other' && !profession)
      context.addIssue({ code: 'custom', path: ['profession'], message: PROFESSION_MESSAGE })
  })
export type ProviderSignUp = z.infer<typeof ProviderSignUp>

const LoggedIn = SessionUser.extend(WriteReply.shape)

/** How the operator has connected the provider, without the secret. */
export const ProviderState = z
  .object({
    provider: z
      .object({
        label: z.string(),
        issuer: z.string(),
        clientId: z.string(),
        scopes: z.string(),
        claim: z.string(),
        /** The address that the provider must know. */
        redirectUri: z.string(),
      })
      .nullable(),
    passwordLogin: z.boolean(),
  })
  .meta({ id: 'ProviderState' })
export type ProviderState = z.infer<typeof ProviderState>

export const providerApi = {
  begin: endpoint('provider.begin', {
    summary: 'Go to the sign-in provider',
    query: z.object({ purpose: Purpose.optional() }),
    reply: z.string(),
    status: 303,
  }),
  callback: endpoint('provider.callback', {
    summary: 'Come back from the sign-in provider',
    query: z.looseObject({}),
    reply: z.string(),
    status: 303,
  }),
  ticket: endpoint('provider.ticket', {
    summary: 'Log in with a ticket of the sign-in provider, or learn what is missing for an account',
    rate: 'login',
    body: z.object({ ticket: Ticket }),
    reply: z.union([
      LoggedIn,
      z.object({ signup: z.object({ challenge: Challenge, username: z.string(), email: z.string() }) }),
    ]),
  }),
  signUp: endpoint('provider.signUp', {
    summary: 'Sign up after the first sign-in with the provider',
    rate: 'register',
    body: ProviderSignUp,
    reply: LoggedIn,
    status: 201,
  }),
  identities: endpoint('provider.identities', {
    summary: 'One’s own accounts at the sign-in provider',
    reply: z.object({ identities: z.array(Identity) }),
  }),
  connect: endpoint('provider.connect', {
    summary:
      'Connect one’s own account: with the challenge of a login, or with a ticket and the password or a passkey',
    body: z.object({ challenge: Challenge.optional(), ...REAUTH_FIELDS }),
    reply: WriteReply.extend({ identity: Identity }),
    status: 201,
  }),
  disconnect: endpoint('provider.disconnect', {
    summary: 'Disconnect one’s own account from that at the provider',
    body: Reauth,
    reply: WriteReply,
  }),
  useLink: endpoint('provider.useLink', {
    summary: 'Log in with the link that the operator has printed for an admin',
    rate: 'login',
    body: z.object({ token: z.string({ error: LOGIN_TOO_OLD }).max(64, LOGIN_TOO_OLD) }),
    reply: LoggedIn,
  }),
  state: endpoint('provider.state', {
    summary: 'How the sign-in provider is connected',
    reply: ProviderState,
  }),
  test: endpoint('provider.test', {
    summary: 'Ask the sign-in provider for its addresses and keys',
    reply: z.object({ ok: z.boolean(), message: z.string() }),
  }),
}
