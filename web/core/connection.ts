/** Whether this page can reach its server. Without it, the layout shows a bar (`web/layout/connection-bar.tsx`). */
export type ConnectionState =
  | 'connected'
  | 'lost'
  /** The connection is lost, and the server is being asked again. */
  | 'retrying'
  /** The server answers again, but only a new page can load the part that was lost. */
  | 'back'
  /** The server answers, but it no longer has the scripts of this page. */
  | 'updated'
  /** The server answers, but the browser does not request a script again that failed before. */
  | 'incomplete'

const ANSWER_LIMIT_MS = 3000
/** How long to wait before each further try; the last pause repeats. */
const PAUSES_MS = [5000, 10_000, 20_000, 30_000]

let state: ConnectionState = 'connected'
/** Why a new page is needed. That stays true when the connection is lost again. */
let reason: 'back' | 'updated' | 'incomplete' | undefined
let recovery: Promise<boolean> | undefined
let retry = () => {}
const listeners = new Set<() => void>()

function setState(next: ConnectionState): void {
  state = next
  for (const listener of listeners) listener()
}

export const connection = {
  current: () => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /**
   * Call it when something could not be downloaded. Resolves when the server answers: to true if it did not answer at
   * first, so that another try makes sense.
   */
  recover(): Promise<boolean> {
    recovery ??= waitForServer().finally(() => {
      recovery = undefined
    })
    return recovery
  },
  /** Asks the server now instead of after the pause. */
  retry: () => retry(),
  /** Call it when only a new page can load what is missing. */
  requirePage(why: NonNullable<typeof reason>): void {
    reason = why
    setState(why)
  },
}

async function waitForServer(): Promise<boolean> {
  if (await answers()) return false
  const pauses = [...PAUSES_MS]
  do {
    setState('lost')
    await pauseFor((pauses.length > 1 ? pauses.shift() : pauses[0]) ?? 0)
    setState('retrying')
  } while (!(await answers()))
  setState('connected')
  if (reason) setState(reason)
  return true
}

/** A proxy that answers for a stopped server does so with an error. */
function answers(): Promise<boolean> {
  return fetch('/readyz', { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Ends early when the user presses "Try again" or the network is back. */
async function pauseFor(milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  const listening = new AbortController()
  retry = resolve
  addEventListener('online', () => resolve(), { signal: listening.signal })
  await promise
  listening.abort()
  clearTimeout(timer)
}
