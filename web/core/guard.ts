import type { SessionUser } from '#contract/account/session-user.ts'
import type { Site } from './app-context.tsx'

/**
 * The users that may open a screen: logged in, not logged in, admin, or anyone even where the site is for members only. An
 * admin screen that also has the guard `user` sends visitors to the login instead of home.
 */
export type Guard = 'user' | 'guest' | 'admin' | 'anyone'

/** The metadata of a route. */
export interface ScreenHandle {
  /** Source of the lazy screen below web/, so that the server can name its files in the head. */
  chunk: string
  guard?: Guard
  /** One try to download the screen. `lazy` of the route tries again. */
  download: () => Promise<unknown>
}

/** The address from which a user was sent to the login screen. Login returns there. */
export interface LoginState {
  from: string
  /** The session expired there. */
  expired?: true
}

type Address = Record<'pathname' | 'search' | 'hash', string>

export const loginState = ({ pathname, search, hash }: Address): LoginState => ({
  from: pathname + search + hash,
})

/** For links to the login and the registration, which lead back here; those two screens pass on what they got. */
export const linkState = (location: Address & { state: unknown }): unknown =>
  ['/login', '/register'].includes(location.pathname) ? location.state : loginState(location)

/**
 * The address to redirect to when this user may not see a screen, else nothing. The server does not check this: it
 * renders every guarded screen as its skeleton, and the inline script of index.html checks it before the first paint.
 */
export function redirectFor(
  guards: readonly Guard[],
  user: SessionUser | null,
  { isForMembers }: Pick<Site, 'isForMembers'> = {},
): '/login' | '/' | undefined {
  if (user === null) {
    if (guards.includes('guest') || guards.includes('anyone')) return undefined
    return isForMembers ? '/login' : visitorRedirect(guards)
  }
  if (guards.includes('guest')) return '/'
  return guards.includes('admin') && !user.isAdmin ? '/' : undefined
}

function visitorRedirect(guards: readonly Guard[]): '/login' | '/' | undefined {
  if (guards.includes('user')) return '/login'
  return guards.includes('admin') ? '/' : undefined
}

/** Guards of all matched routes, outermost first. */
export function guardsOf(matches: readonly { handle?: unknown }[]): Guard[] {
  return matches.flatMap(({ handle }) => (isScreenHandle(handle) && handle.guard ? [handle.guard] : []))
}

export const isScreenHandle = (handle: unknown): handle is ScreenHandle =>
  typeof handle === 'object' && handle !== null && 'chunk' in handle

/** The address to return to after login. It is always an address of this site. */
export function returnAddress(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/'
  const { from } = state
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : '/'
}
