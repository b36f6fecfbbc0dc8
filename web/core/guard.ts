import type { SessionUser } from '#contract/session-user.ts'

/** Specification section 2, "Route guard": logged in, not logged in, admin. */
export type Guard = 'user' | 'guest' | 'admin'

/** What a route of the site says about itself. */
export interface ScreenHandle {
  /** Source of the lazy screen below web/, so that the server can name its files in the head (stack.md 8.4). */
  chunk: string
  guard?: Guard
}

/** Where somebody was sent from to log in; login brings them back there. */
export interface CameFrom {
  from: string
  /** The server ended their session there. */
  expired?: true
}

type Address = Record<'pathname' | 'search' | 'hash', string>

export const whereFrom = ({ pathname, search, hash }: Address): CameFrom => ({
  from: pathname + search + hash,
})

/**
 * Where a person who may not see a screen goes instead, or nothing when they may. The server never asks: it renders
 * every guarded screen as an empty shell.
 */
export function guardedTo(guards: readonly Guard[], user: SessionUser | null): '/login' | '/' | undefined {
  if (user === null) return guards.some((guard) => guard !== 'guest') ? visitorGoes(guards) : undefined
  if (guards.includes('guest')) return '/'
  return guards.includes('admin') && !user.isAdmin ? '/' : undefined
}

const visitorGoes = (guards: readonly Guard[]) => (guards.includes('user') ? '/login' : '/')

/** Guards of all matched routes, outermost first. */
export function guardsOf(matches: readonly { handle: unknown }[]): Guard[] {
  return matches.flatMap(({ handle }) => (isScreenHandle(handle) && handle.guard ? [handle.guard] : []))
}

export const isScreenHandle = (handle: unknown): handle is ScreenHandle =>
  typeof handle === 'object' && handle !== null && 'chunk' in handle

/** The address to come back to after a login, only ever one of this site. */
export function cameFrom(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/'
  const { from } = state
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : '/'
}
