/** Whether this page can reach its server. Without it, the layout shows a bar (`web/layout/connection-bar.tsx`). */
export type ConnectionState =
  | 'connected'
  /** The browser has no network. */
  | 'offline'
  /** The network is back, for a few seconds. */
  | 'online'
  /** The server does not answer. */
  | 'lost'
  /** The connection is lost, and the server is being asked again. */
  | 'retrying'
  /** The server answers again, but only a new page can load the part that was lost. */
  | 'back'
  /** The server answers, but not with the files of this page. */
  | 'updated'

const ANSWER_LIMIT_MS = 3000
/** How long to wait before each further try; the last pause repeats. */
const PAUSES_MS = [5000, 10_000, 20_000, 30_000]
/** How long the bar says that the network is back. */
const ONLINE_MS = 5000

let server: Exclude<ConnectionState, 'offline' | 'online'> = 'connected'
let network: Extract<ConnectionState, 'offline' | 'online'> | undefined
let addedSeconds = 0
/** Why a new page is needed. That stays true when the connection is lost again. */
let reason: 'back' | 'updated' | undefined
let recovery: Promise<boolean> | undefined
let retry = () => {}
let sendKept = async () => 0
const listeners = new Set<() => void>()

function notify(): void {
  for (const listener of listeners) listener()
}

function setServer(next: typeof server): void {
  server = next
  notify()
}

function setNetwork(next: typeof network): void {
  network = next
  notify()
}

export const connection = {
  /** The network explains why the server does not answer; that the page is needed lasts longer than good news. */
  current(): ConnectionState {
    return network === 'offline' || (network && !reason) ? network : server
  },
  /** The seconds of videos that were watched offline and added since the network is back. */
  addedSeconds: () => addedSeconds,
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
    setServer(why)
  },
  /**
   * Follows the network of the browser. Whenever the connection is back, `send` sends what was watched without it, and
   * resolves to the seconds that the server added.
   */
  followNetwork(send: typeof sendKept): void {
    sendKept = send
    let hiding: ReturnType<typeof setTimeout> | undefined
    addEventListener('offline', () => {
      clearTimeout(hiding)
      setNetwork('offline')
    })
    const showOnline = async () => {
      addedSeconds = 0
      setNetwork('online')
      addedSeconds = await sendKept()
      notify()
      clearTimeout(hiding)
      hiding = setTimeout(() => network === 'online' && setNetwork(undefined), ONLINE_MS)
    }
    addEventListener('online', () => void showOnline())
    if (!navigator.onLine) setNetwork('offline')
  },
}

async function waitForServer(): Promise<boolean> {
  if (await answers()) return false
  const pauses = [...PAUSES_MS]
  do {
    setServer('lost')
    await pauseFor((pauses.length > 1 ? pauses.shift() : pauses[0]) ?? 0)
    setServer('retrying')
  } while (!(await answers()))
  setServer(reason ?? 'connected')
  void sendKept()
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
