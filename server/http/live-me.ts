import { peekViewer } from '#server/auth/session.ts'
import type { AppContext } from '#server/context.ts'
import { streamRoute } from './live-route.ts'

/** `GET /api/live/me`: streams the events for the caller alone (`UserEvent` of contract/events.ts) while the session lives. */
export function liveMeRoute(context: AppContext): void {
  const { db, events } = context
  streamRoute(context, {
    name: 'live.me',
    finds: false,
    async prepare({ viewer: { id }, token }) {
      const mayRead = async () => (await peekViewer(db, token)) !== undefined
      let sent: Promise<void> = Promise.resolve()
      return {
        topicId: id,
        // The event may tell of the very change that ended this session; its call for the news would be rejected.
        watch: (listener) =>
          events.watchUser(id, (published) => {
            sent = sent.then(async () => {
              if (await mayRead().catch(() => false)) listener(published)
            })
          }),
        reset: { type: 'user', userId: id, event: { type: 'reset' } },
        mayRead,
      }
    },
  })
}
