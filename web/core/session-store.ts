import type { SessionUser } from '#contract/account/session-user.ts'

/** The `localStorage` key of the logged-in user. */
export const SESSION_KEY = 'currentUser'

type Listener = () => void
/** The part of `Storage` that a session needs. Tests pass their own. */
export type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The session of this browser. On the server there is only `visitorSession`. */
export interface Session {
  current(): SessionUser | null
  subscribe(listener: Listener): () => void
  signIn(user: SessionUser): void
  /** Merges changes of the user that a call returned, such as the saved playlists. */
  update(changes: Partial<SessionUser>): void
  signOut(): void
  /** Ends the session if it still uses that token. A newer login stays. */
  expire(token: string): void
  /**
   * Runs a call that replaces the token. `expire` takes effect only after it, because other requests may still send the
   * old token, which the server has already ended.
   */
  renew<Result>(work: () => Promise<Result>): Promise<Result>
  /** Ends the session without `onExpired`, for a screen that ended all sessions on the server and says so itself. */
  endWithServer(): void
  /** Whether the server ended the last session, not the user. */
  hasExpired(): boolean
  /** Reads the storage again, which another tab may have changed. */
  reload(): void
}

/** The viewer in a query key, so that two users never share a cache entry. */
export const viewerKey = (user: SessionUser | null) => user?._id ?? 'visitor'

/** A session in `storage`. `onExpired` is called once when the server ends it. */
export function createSession(storage: SessionStorage, onExpired: Listener = () => {}): Session {
  let user = readUser(storage)
  let expired = false
  let renewals = 0
  const ended: string[] = []
  const listeners = new Set<Listener>()
  const setUser = (next: SessionUser | null) => {
    user = next
    for (const listener of listeners) listener()
  }
  const save = (next: SessionUser | null) => {
    expired = false
    write(storage, next)
    setUser(next)
  }
  const expire = (token: string) => {
    if (renewals > 0) {
      ended.push(token)
      return
    }
    if (user?.token !== token) return
    write(storage, null)
    expired = true
    setUser(null)
    onExpired()
  }
  return {
    current: () => user,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    signIn: save,
    update(changes) {
      if (user !== null) save({ ...user, ...changes })
    },
    signOut: () => save(null),
    expire,
    async renew(work) {
      renewals += 1
      try {
        return await work()
      } finally {
        renewals -= 1
        ended.splice(0).forEach(expire)
      }
    },
    endWithServer() {
      write(storage, null)
      expired = true
      setUser(null)
    },
    hasExpired: () => expired,
    reload: () => setUser(readUser(storage)),
  }
}

/** The session on the server: pages are always rendered for visitors. */
export const visitorSession: Session = createSession({
  getItem: () => null,
  setItem: () => {},
  removeItem: () => {},
})

/** An incomplete stored user counts as logged out, so that an old shape cannot break a screen. */
function readUser(storage: SessionStorage): SessionUser | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(SESSION_KEY) ?? 'null')
    return isSessionUser(stored) ? stored : null
  } catch {
    // Invalid JSON, or a browser that forbids storage, counts as logged out.
    return null
  }
}

function write(storage: SessionStorage, user: SessionUser | null): void {
  try {
    if (user === null) storage.removeItem(SESSION_KEY)
    else storage.setItem(SESSION_KEY, JSON.stringify(user))
  } catch {
    // A browser that forbids storage keeps the session until the tab closes.
  }
}

const TEXTS = ['_id', 'username', 'email', 'role', 'createdAt', 'token']

/** The inline script of index.html has the same rule. */
function isSessionUser(value: unknown): value is SessionUser {
  if (typeof value !== 'object' || value === null) return false
  const fields: Record<string, unknown> = { ...value }
  return (
    TEXTS.every((name) => typeof fields[name] === 'string') &&
    typeof fields.isAdmin === 'boolean' &&
    Array.isArray(fields.createdPlaylists) &&
    Array.isArray(fields.savedPlaylists) &&
    isPhoto(fields.profilePhoto)
  )
}

const isPhoto = (photo: unknown) =>
  typeof photo === 'object' && photo !== null && 'url' in photo && typeof photo.url === 'string'
