import { z } from 'zod'
import { TeachingReason } from '#contract/account/teaching-reason.ts'
import { Role, UserRef } from '#contract/account/user-fields.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { ListQuery, ListReply, WriteReply } from '#contract/lists.ts'
import { text } from '#contract/text.ts'

export const ALREADY_ASKED = 'You have already asked. An admin will decide.'
const REQUEST_STATES = ['open', 'accepted', 'declined'] as const
export const DECISION_MESSAGE_MAX = 500
const MESSAGE_LONG = `Message must be at most ${DECISION_MESSAGE_MAX} characters.`

const State = z.enum(REQUEST_STATES, 'State must be open, accepted or declined.')

/** A user asks to become a teacher. */
export const TeacherRequest = z
  .object({
    _id: Id,
    user: UserRef.extend({ email: z.string(), role: Role }),
    /** Empty when the client did not ask for one. */
    reason: z.string(),
    state: State,
    /** What the admin wrote with the decision. */
    message: z.string(),
    decidedBy: z.object({ _id: Id, username: z.string() }).nullable(),
    decidedAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'TeacherRequest' })
export type TeacherRequest = z.infer<typeof TeacherRequest>

export const TeacherRequestDraft = z.object({ reason: TeachingReason })

export const teacherRequestsApi = {
  list: endpoint('teacherRequests.list', {
    summary: 'Requests to teach, newest first',
    query: ListQuery.extend({ state: State.optional() }),
    reply: ListReply.extend({ requests: z.array(TeacherRequest) }),
  }),
  create: endpoint('teacherRequests.create', {
    summary: 'Ask to become a teacher',
    body: TeacherRequestDraft,
    reply: WriteReply,
    status: 201,
  }),
  decide: endpoint('teacherRequests.decide', {
    summary: 'Accept or decline a request to teach',
    body: z.object({
      accepted: z.boolean('Accepted must be true or false.'),
      message: text({
        label: 'Message',
        min: 0,
        max: DECISION_MESSAGE_MAX,
        short: MESSAGE_LONG,
        long: MESSAGE_LONG,
        multiline: true,
      }).default(''),
    }),
    reply: WriteReply.extend({ request: TeacherRequest }),
  }),
}
