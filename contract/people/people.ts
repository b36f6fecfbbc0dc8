import { z } from 'zod'
import { Session } from '#contract/account/auth.ts'
import { REAUTH_FIELDS, Reauth } from '#contract/account/reauth.ts'
import { Role, Suspension, UserRef } from '#contract/account/user-fields.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { Filter, ListQuery, ListReply, Order, WriteReply } from '#contract/lists.ts'
import { NO_QUOTA, PERSON_STATES, QUOTA_MAX, TYPE_THE_NAME } from './people-words.ts'

const State = z.enum(PERSON_STATES, 'State must be active, unconfirmed, suspended or deleted.')

/** Somebody in the list of everybody, for admins. */
export const Person = UserRef.extend({
  email: z.string(),
  role: Role,
  profession: z.string().optional(),
  isAdmin: z.boolean(),
  state: State,
  /** By name. */
  groups: z.array(z.object({ _id: Id, name: z.string() })),
  createdAt: Timestamp,
  /** The last request of a session, else the last login; null for never. */
  lastActiveAt: Timestamp.nullable(),
}).meta({ id: 'Person' })
export type Person = z.infer<typeof Person>

export const PeopleQuery = ListQuery.extend({
  q: Filter.optional(),
  role: Role.optional(),
  state: State.optional(),
  group: Id.optional(),
  sort: z.enum(['name', 'email', 'created'], 'Sort must be name, email or created.').optional(),
  order: Order.optional(),
})
export type PeopleQuery = z.infer<typeof PeopleQuery>

const Decision = z.object({
  at: Timestamp,
  /** Of a report: `kept` or `removed`; of a version of their work: what it became. */
  state: z.enum(['approved', 'changes', 'rejected', 'kept', 'removed']),
  /** Null for a deleted account, and for a trusted teacher’s version. */
  by: z.string().nullable(),
  /** What it is about, while it exists. */
  subject: z.object({
    kind: z.enum(['playlist', 'course', 'comment', 'user']),
    title: z.string().nullable(),
  }),
  /** The message of the decision, or the reason of the report. */
  text: z.string(),
})
export type Decision = z.infer<typeof Decision>

/** Everything that admins see of an account. Of what somebody learns there are numbers only. */
export const PersonPage = z
  .object({
    person: Person.extend({
      groups: z.array(z.object({ _id: Id, name: z.string(), isLead: z.boolean() })),
      emailVerified: z.boolean(),
      /** Of a teacher: what they submit is approved at once. */
      trusted: z.boolean().optional(),
      suspended: Suspension.optional(),
      deleted: z
        .object({
          at: Timestamp,
          /** The account is gone for good from then on. */
          until: Timestamp,
          /** Null for an admin whose account is gone. */
          by: z.string().nullable(),
          /** They deleted their account themself. */
          own: z.boolean(),
        })
        .optional(),
      hasPassword: z.boolean(),
      hasAuthenticator: z.boolean(),
      passkeys: z.int(),
    }),
    space: z.object({
      usedBytes: z.number(),
      /** In GB; null for that of the site. */
      quotaGb: z.int().nullable(),
      siteQuotaGb: z.int(),
    }),
    content: z.object({
      approved: z.int(),
      waiting: z.int(),
      /** Drafts, and what an admin has not accepted. */
      others: z.int(),
      inTrash: z.int(),
      videos: z.int(),
      /** The newest ones. */
      playlists: z.array(
        z.object({
          _id: Id,
          title: z.string(),
          coursesCount: z.int(),
          status: z.enum(['draft', 'pending', 'processing', 'approved', 'cancel']),
        }),
      ),
    }),
    learning: z.object({ started: z.int(), done: z.int(), minutes: z.int() }),
    sessions: z.array(Session.omit({ current: true })),
    decisions: z.object({
      approved: z.int(),
      changes: z.int(),
      rejected: z.int(),
      reportsKept: z.int(),
      reportsRemoved: z.int(),
      newest: z.array(Decision),
    }),
    /** How a new password reaches the person. */
    resetBy: z.enum(['mail', 'code']),
  })
  .meta({ id: 'PersonPage' })
export type PersonPage = z.infer<typeof PersonPage>

export const peopleApi = {
  list: endpoint('people.list', {
    summary: 'Everybody, by name; each word of `q` begins a word of the name or the address',
    query: PeopleQuery,
    reply: ListReply.extend({
      people: z.array(Person),
      /** How many people the site has. */
      everybody: z.int(),
      /** More than `total` match: they are counted up to 1,000. */
      totalIsLowerBound: z.boolean().optional(),
    }),
  }),
  get: endpoint('people.get', { summary: 'Everything that admins see of an account', reply: PersonPage }),
  endSessions: endpoint('people.endSessions', {
    summary: 'End all sessions of a person',
    body: Reauth,
    reply: WriteReply,
  }),
  endSecondStep: endpoint('people.endSecondStep', {
    summary: 'Turn off the authenticator app of a person and disable their passkeys',
    body: Reauth,
    reply: WriteReply,
  }),
  reset: endpoint('people.reset', {
    summary: 'Mail a link to a new password, or without mail return a code, once',
    body: Reauth,
    reply: WriteReply.extend({ code: z.string().optional() }),
  }),
  setQuota: endpoint('people.setQuota', {
    summary: 'Change how much a person may upload; null for the quota of the site',
    body: z.object({ gb: z.int(NO_QUOTA).min(0, NO_QUOTA).max(QUOTA_MAX, NO_QUOTA).nullable() }),
    reply: WriteReply,
  }),
  remove: endpoint('people.remove', {
    summary: 'Delete an account; for 14 days it is hidden and can be restored',
    body: z.object({
      username: z.string({ error: TYPE_THE_NAME }),
      /** The teacher who gets the playlists; null deletes them too. */
      playlistsTo: z.string().pipe(Id).nullable().default(null),
      ...REAUTH_FIELDS,
    }),
    reply: WriteReply,
  }),
  restore: endpoint('people.restore', {
    summary: 'Restore a deleted account with what was deleted with it',
    body: Reauth,
    reply: WriteReply,
  }),
}
