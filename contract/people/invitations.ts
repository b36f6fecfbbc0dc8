import { z } from 'zod'
import { Email, Role } from '#contract/account/user-fields.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { ListQuery, ListReply, WriteReply } from '#contract/lists.ts'
import { MailState } from '#contract/mail/mail.ts'
import {
  ADDRESSES_MAX,
  DAYS_DEFAULT,
  DAYS_MAX,
  notAnAddress,
  USES_DEFAULT,
  USES_MAX,
} from './invitation-messages.ts'

export const INVITATION_STATES = ['waiting', 'used', 'expired', 'revoked'] as const
export type InvitationState = (typeof INVITATION_STATES)[number]

const Kind = z.enum(['link', 'mail'], 'Kind must be link or mail.')
const USES = `Uses must be between 1 and ${USES_MAX}.`
const DAYS = `Days must be between 1 and ${DAYS_MAX}.`
const GROUPS_MAX = 50
const GROUPS_MESSAGE = `Choose at most ${GROUPS_MAX} groups.`
const ENTER_ADDRESS = 'Enter an email address.'

/** Each wrong address gets its own sentence; an address that is there twice counts once. */
const Addresses = z
  .array(z.string())
  .max(ADDRESSES_MAX, `Enter at most ${ADDRESSES_MAX} addresses.`)
  .transform((typed, context) => {
    const addresses = new Map<string, string>()
    const wrong: string[] = []
    for (const text of typed.filter((each) => each.trim() !== '')) {
      const { data } = Email.safeParse(text)
      if (data === undefined) wrong.push(notAnAddress(text.trim()))
      else if (!addresses.has(data.toLowerCase())) addresses.set(data.toLowerCase(), data)
    }
    if (wrong.length > 0) context.addIssue({ code: 'custom', message: wrong.join(' ') })
    return [...addresses.values()]
  })

export const InvitationDraft = z
  .object({
    kind: Kind,
    /** For the kind `mail`. */
    emails: Addresses.default([]),
    role: Role.default('Student'),
    groups: z.array(Id).max(GROUPS_MAX, GROUPS_MESSAGE).default([]),
    /** For the kind `link`. */
    uses: z.int(USES).min(1, USES).max(USES_MAX, USES).default(USES_DEFAULT),
    days: z.int(DAYS).min(1, DAYS).max(DAYS_MAX, DAYS).default(DAYS_DEFAULT),
  })
  .superRefine(({ kind, emails }, context) => {
    if (kind === 'mail' && emails.length === 0)
      context.addIssue({ code: 'custom', path: ['emails'], message: ENTER_ADDRESS })
  })
export type InvitationDraft = z.infer<typeof InvitationDraft>

const GroupName = z.object({ _id: Id, name: z.string() })

export const Invitation = z
  .object({
    _id: Id,
    kind: Kind,
    /** Null for a link. A lead reads only the addresses that they invited in full. */
    email: z.string().nullable(),
    /** The name that a file of people gives. */
    username: z.string().nullable(),
    role: Role,
    groups: z.array(GroupName),
    usesMax: z.int(),
    uses: z.int(),
    state: z.enum(INVITATION_STATES),
    /** The state of the newest mail; null where none was sent or it is forgotten. */
    mail: MailState.nullable(),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    createdBy: z.object({ _id: Id, username: z.string() }).nullable(),
    /** To copy while it is valid; null for a lead who may not change the invitation. */
    link: z.string().nullable(),
    /** Whether the caller may send it again and withdraw it. */
    canChange: z.boolean(),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

/** The last part of a link: `{id}.{signature}`. */
const Token = z.string({ error: 'Paste the link that you were sent.' }).max(200)
const WithToken = z.object({ invitation: Token })

/** What an invitation gives, for those who hold its link. */
export const OpenedInvitation = z
  .object({
    site: z.string(),
    kind: Kind,
    role: Role,
    groups: z.array(z.string()),
    /** A mail invitation is for this address only. */
    email: z.string().nullable(),
    username: z.string().nullable(),
    expiresAt: Timestamp,
  })
  .meta({ id: 'OpenedInvitation' })
export type OpenedInvitation = z.infer<typeof OpenedInvitation>

export const invitationsApi = {
  list: endpoint('invitations.list', {
    summary: 'The invitations, newest first; for a lead those to their groups',
    query: ListQuery.extend({
      group: Id.optional(),
      state: z.enum(INVITATION_STATES, 'State must be waiting, used, expired or revoked.').optional(),
    }),
    reply: ListReply.extend({ invitations: z.array(Invitation) }),
  }),
  create: endpoint('invitations.create', {
    summary: 'Invite people by a link or by mail; a lead invites students to their groups',
    body: InvitationDraft,
    reply: WriteReply.extend({ invitations: z.array(Invitation) }),
    status: 201,
  }),
  send: endpoint('invitations.send', {
    summary: 'Mail an invitation again, at most once an hour, and renew its time',
    body: z.object({}),
    reply: WriteReply.extend({ invitation: Invitation }),
  }),
  revoke: endpoint('invitations.revoke', {
    summary: 'Withdraw an invitation',
    reply: WriteReply.extend({ invitation: Invitation }),
  }),
  read: endpoint('invitations.read', {
    summary: 'What the link of an invitation gives',
    rate: 'read',
    body: WithToken,
    reply: OpenedInvitation,
  }),
  accept: endpoint('invitations.accept', {
    summary: 'Join the groups of an invitation, and teach if it says so',
    body: WithToken,
    reply: WriteReply.extend({ groups: z.array(GroupName), role: Role }),
  }),
}
