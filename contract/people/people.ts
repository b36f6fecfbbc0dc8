import { z } from 'zod'
import { Role, UserRef } from '#contract/account/user-fields.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { Filter, ListQuery, ListReply, Order } from '#contract/lists.ts'
import { PERSON_STATES } from './people-words.ts'

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
}
