import { teacherRequestsApi } from '#contract/people/teacher-requests.ts'
import { ADMIN_WILL_DECIDE } from '#contract/settings/registration-messages.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import { route } from '#server/http/route.ts'
import { listRequests } from './teacher-requests.queries.ts'
import { askToTeach, decideRequest, requestToDecide } from './teacher-requests.ts'

export function teacherRequestRoutes(context: AppContext): void {
  const { db } = context

  route(context, teacherRequestsApi.list, { run: ({ reading, query }) => listRequests(reading, query) })

  route(context, teacherRequestsApi.create, {
    changes: () => NO_TAGS,
    run: async ({ viewer, body: { reason } }) => {
      await askToTeach(context, viewer, reason)
      return { success: true as const, message: ADMIN_WILL_DECIDE }
    },
  })

  route(context, teacherRequestsApi.decide, {
    object: ({ param }) => requestToDecide(db, param('requestId')),
    run: async ({ viewer: admin, object: request, body: { accepted: isAccepted, message }, meta }) => {
      const decided = await decideRequest(context, { admin, meta, request, isAccepted, message })
      const { username } = decided.user
      const said = isAccepted ? `${username} can teach now.` : `The request of ${username} is declined.`
      return { success: true as const, message: said, request: decided }
    },
  })
}
