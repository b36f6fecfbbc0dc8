import type { AppContext } from '#web/core/app-context.tsx'
import { activeRecordings } from './active-recordings.ts'

/** Sends the user's unconfirmed saves, if this browser has any. The code for it is downloaded only then. */
export async function sendUnsaved({
  call,
  cache,
  session,
}: Pick<AppContext, 'call' | 'cache' | 'session'>): Promise<void> {
  const userId = session.current()?._id
  if (userId === undefined) return
  for (const { flush } of activeRecordings) flush()
  try {
    if (localStorage.getItem(`progress:${userId}`) === null) return
    const { sendQueue } = await import('./send-queue.ts')
    await sendQueue({ call, cache, userId })
  } catch {
    // The queue keeps them for the next time.
  }
}
