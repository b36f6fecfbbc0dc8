import type { SessionUser } from '#contract/session-user.ts'

/** Specification section 3: where the browser keeps whom a login made. */
export const SESSION_KEY = 'currentUser'

type Listener = () => void
/** The part of `Storage` a session needs; tests hand in their own. */
export type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Who is logged in, in this browser. On the server there is only `visitorSession`. */
export interface Session {
  current(): SessionUser | null
  subscribe(listener: Listener): () => void
  signIn(user: SessionUser): void
  /** Takes over what a call answered about the person, such as their saved playlists. */
  update(changes: Partial<SessionUser>): void
  signOut(): void
  /** Ends the session if it still uses that token; a login made meanwhile stays. */
  expire(token: string): void
  /** Whether the server ended the last session, rather than the person. */
  hasExpired(): boolean
  /** Reads again what another tab may have written. */
  reload(): void
}

/** Whose answers a query key holds: two people never share an entry of the cache. */
export const viewerKey = (user: SessionUser | null) => user?._id ?? 'visitor'

/** A session kept in `storage`; `onExpired` is told once when the server ends it. */
export function createSession(storage: Kept, onExpired: Listener = () => {}): Session {
  let user = readUser(storage)
  let expired = false
  const listeners = new Set<Listener>()
  const become = (next: SessionUser | null) => {
    user = next
    for (const listener of listeners) listener()
  }
  const keep = (next: SessionUser | null) => {
    expired = false
    write(storage, next)
    become(next)
  }
  return {
    current: () => user,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    signIn: keep,
    update(changes) {
      if (user !== null) keep({ ...user, ...changes })
    },
    signOut: () => keep(null),
    expire(token) {
      if (user?.token !== token) return
      write(storage, null)
      expired = true
      become(null)
      onExpired()
    },
    hasExpired: () => expired,
    reload: () => become(readUser(storage)),
  }
}

/** The server's session: nobody is ever logged in while a page is rendered (security.md, row 36). */
export const visitorSession: Session = createSession({
  getItem: () => null,
  setItem: () => {},
  removeItem: () => {},
})

/** Anything but a whole session user counts as nobody, so that a stale shape cannot break a screen. */
function readUser(storage: Kept): SessionUser | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(SESSION_KEY) ?? 'null')
    return isSessionUser(kept) ? kept : null
  } catch {
    // Not JSON, or a browser that forbids storage: nobody is logged in.
    return null
  }
}

function write(storage: Kept, user: SessionUser | null): void {
  try {
    if (user === null) storage.removeItem(SESSION_KEY)
    else storage.setItem(SESSION_KEY, JSON.stringify(user))
  } catch {
    // A browser that forbids storage keeps the session until the tab closes.
  }
}

const TEXTS = ['_id', 'username', 'email', 'role', 'createdAt', 'token']

function isSessionUser(kept: unknown): kept is SessionUser {
  if (typeof kept !== 'object' || kept === null) return false
  const fields: Record<string, unknown> = { ...kept }
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
