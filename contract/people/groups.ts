import { z } from 'zod'
import { Role, UserRef } from '#contract/account/user-fields.ts'
import { PlaylistCard } from '#contract/catalog/playlists.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { Filter, ListQuery, ListReply, WriteReply } from '#contract/lists.ts'
import { MailDomain } from '#contract/mail/mail-domain.ts'
import { text } from '#contract/text.ts'
import { ADDED_MAX, GROUP_DESCRIPTION_MAX, GROUP_NAME_MAX, GROUP_NAME_MIN } from './group-messages.ts'

const NAME_MESSAGE = `Name must be ${GROUP_NAME_MIN} to ${GROUP_NAME_MAX} characters.`
/** A file of people separates the groups of a person with `|`. */
export const GroupName = text({
  label: 'Name',
  min: GROUP_NAME_MIN,
  max: GROUP_NAME_MAX,
  short: NAME_MESSAGE,
  long: NAME_MESSAGE,
  isName: true,
}).refine((name) => !name.includes('|'), 'Name must not contain |.')

const GroupDescription = text({
  label: 'Description',
  min: 0,
  max: GROUP_DESCRIPTION_MAX,
  short: 'Description must be a text.',
  long: `Description must be at most ${GROUP_DESCRIPTION_MAX} characters.`,
  multiline: true,
})

const PROVIDER_VALUE_MAX = 200
const PROVIDER_VALUE_MESSAGE = `Login value must be 1 to ${PROVIDER_VALUE_MAX} characters.`
const ProviderValue = text({
  label: 'Login value',
  min: 1,
  max: PROVIDER_VALUE_MAX,
  short: PROVIDER_VALUE_MESSAGE,
  long: PROVIDER_VALUE_MESSAGE,
})

const fields = {
  description: GroupDescription.optional(),
  /** Everybody with a confirmed address of this domain is a member; null for nobody. */
  mailDomain: MailDomain.nullable().optional(),
  /** Everybody whose login with the provider has this value is a member; null for nobody. */
  providerValue: ProviderValue.nullable().optional(),
}
export const GroupDraft = z.object({ name: GroupName, ...fields })
export type GroupDraft = z.infer<typeof GroupDraft>

/** Any of the fields; the others stay. */
export const GroupChanges = GroupDraft.partial()
export type GroupChanges = z.infer<typeof GroupChanges>

/** A group as the caller may see it: as a member, as a lead or as an admin. */
export const Group = z
  .object({
    _id: Id,
    name: z.string(),
    description: z.string(),
    /** Whether the caller is a member, and one who manages the members. */
    isMember: z.boolean(),
    isLead: z.boolean(),
    /** The playlists that are open to the group: those that the caller finds; for an admin all. */
    playlistsCount: z.int(),
    /** For its leads and admins. */
    membersCount: z.int().optional(),
    leads: z.array(UserRef).optional(),
    /** For admins. */
    mailDomain: z.string().nullable().optional(),
    providerValue: z.string().nullable().optional(),
    /** For admins, and only of one group: the approved playlists that nobody outside of it finds. */
    onlyHere: z.int().optional(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Group' })
export type Group = z.infer<typeof Group>

/** How somebody became a member. */
export const MEMBER_SOURCES = ['hand', 'invitation', 'domain', 'provider'] as const
export type MemberSource = (typeof MEMBER_SOURCES)[number]

export const Member = UserRef.extend({
  role: Role,
  isLead: z.boolean(),
  source: z.enum(MEMBER_SOURCES),
  addedBy: z.object({ _id: Id, username: z.string() }).nullable(),
  addedAt: Timestamp,
  /** For admins, and for the lead who invited this person. */
  email: z.string().optional(),
}).meta({ id: 'Member' })
export type Member = z.infer<typeof Member>

/** Somebody who can be added to a group. */
export const Candidate = UserRef.extend({
  role: Role,
  isMember: z.boolean(),
  /** For admins. */
  email: z.string().optional(),
}).meta({ id: 'Candidate' })
export type Candidate = z.infer<typeof Candidate>

const IDS_MESSAGE = `Choose 1 to ${ADDED_MAX} people.`
const GroupReply = WriteReply.extend({ group: Group })

export const groupsApi = {
  list: endpoint('groups.list', {
    summary: 'The groups of the caller by name; for an admin all, or with `own` their own',
    query: ListQuery.extend({
      q: Filter.optional(),
      own: z.literal('true', 'Own must be true.').optional(),
    }),
    reply: ListReply.extend({ groups: z.array(Group) }),
  }),
  create: endpoint('groups.create', {
    summary: 'Add a group',
    body: GroupDraft,
    reply: GroupReply,
    status: 201,
  }),
  get: endpoint('groups.get', {
    summary: 'A group with its playlists; for its leads and admins also with its members by name',
    query: ListQuery.extend({ q: Filter.optional(), playlistsCursor: ListQuery.shape.cursor }),
    reply: ListReply.extend({
      group: Group,
      /** `total` and `nextCursor` are those of the members. */
      members: z.array(Member).optional(),
      /** Those that the caller finds, for an admin all; newest first. */
      playlists: z.array(PlaylistCard),
      playlistsNextCursor: z.string().nullable(),
    }),
  }),
  update: endpoint('groups.update', {
    summary: 'Change a group; another mail domain also changes who is a member',
    body: GroupChanges,
    reply: GroupReply,
  }),
  remove: endpoint('groups.remove', {
    summary: 'Delete a group; accounts and playlists stay',
    reply: WriteReply,
  }),
  people: endpoint('groups.people', {
    summary: 'People by name who can be added to a group; for an admin also by address',
    query: ListQuery.pick({ limit: true }).extend({ q: Filter }),
    reply: z.object({ people: z.array(Candidate) }),
  }),
  add: endpoint('groups.add', {
    summary: 'Add people to a group; those who are members stay',
    body: z.object({ ids: z.array(Id, IDS_MESSAGE).min(1, IDS_MESSAGE).max(ADDED_MAX, IDS_MESSAGE) }),
    reply: WriteReply.extend({ added: z.int() }),
  }),
  setMember: endpoint('groups.setMember', {
    summary: 'Add one person to a group; an admin may make a member a lead, or end that',
    body: z.object({ lead: z.boolean('Lead must be true or false.').optional() }),
    reply: WriteReply,
  }),
  removeMember: endpoint('groups.removeMember', {
    summary: 'Remove a member from a group',
    reply: WriteReply,
  }),
}
