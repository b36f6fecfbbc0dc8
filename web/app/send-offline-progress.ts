import type { AppContext } from '#web/core/app-context.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { sendUnsaved } from '#web/features/progress/send-unsaved.ts'

/** Sends what was watched offline: on start, after a login, and when the network is back. */
export function sendOfflineProgress(context: Pick<AppContext, 'call' | 'cache' | 'session'>): void {
  const { session } = context
  const send = () => void sendUnsaved(context)
  let viewer = viewerKey(session.current())
  session.subscribe(() => {
    const now = viewerKey(session.current())
    if (now !== viewer) send()
    viewer = now
  })
  addEventListener('online', send)
  send()
}
