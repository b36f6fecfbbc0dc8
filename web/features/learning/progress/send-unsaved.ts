import type { AppContext } from '#web/core/app-context.tsx'

type Context = Pick<AppContext, 'call' | 'cache' | 'session'>

/** The recordings of this tab, so that a log-out can end them while the session still exists. */
export const activeRecordings = new Set<{ keep: () => void; stop: () => void }>()

/** A log-out does not wait longer for its last save. */
const LOGOUT_WAIT_MS = 2000

/** Sends the user's unconfirmed saves, if this browser has any. Resolves to the seconds that the server added. */
export async function sendUnsaved({ call, cache, session }: Context, isLogout = false): Promise<number> {
  const userId = session.current()?._id
  if (userId === undefined) return 0
  for (const { keep, stop } of activeRecordings) (isLogout ? stop : keep)()
  try {
    if (localStorage.getItem(`progress:${userId}`) === null) return 0
    const { sendQueue } = await import('./send-queue.ts')
    return await sendQueue({ call, cache, userId, thenForget: isLogout })
  } catch {
    // The queue keeps them for the next time.
    return 0
  }
}

/** The last save of a user who logs out. It must reach the server before the log-out, which ends the session. */
export async function saveBeforeLogout(context: Context): Promise<void> {
  const timeout = Promise.withResolvers<void>()
  const timer = setTimeout(timeout.resolve, LOGOUT_WAIT_MS)
  await Promise.race([sendUnsaved(context, true), timeout.promise])
  clearTimeout(timer)
}
