import { peekViewer } from '../auth/session.ts'
import type { AppContext } from '../context.ts'
import { streamRoute } from './live-route.ts'

/** `GET /api/live/me`: streams the events for the caller alone (`UserEvent` of contract/events.ts) while the session lives. */
export function liveMeRoute(context: AppContext): void {
  const { db, events } = context
  streamRoute(context, {
    name: 'live.me',
    finds: false,
    prepare: async ({ viewer: { id }, token }) => ({
      topicId: id,
      watch: (listener) => events.watchUser(id, listener),
      reset: { type: 'user', userId: id, event: { type: 'reset' } },
      mayRead: async () => (await peekViewer(db, token)) !== undefined,
    }),
  })
}
