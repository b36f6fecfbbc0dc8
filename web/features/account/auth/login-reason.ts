import { SESSION_EXPIRED } from '#contract/messages.ts'

export const NO_REASON = 'Log in to watch, like, comment and save.'

/** Keyed by the prefix of the guarded address. */
const REASONS: readonly (readonly [path: string, reason: string])[] = [
  ['/watch-video/', 'Log in to watch this video.'],
  ['/profile/', 'Log in to see this profile.'],
  ['/update-user/', 'Log in to update your profile.'],
  ['/user-saved-playlist/', 'Log in to see saved playlists.'],
  ['/teacher-dashboard', 'Log in to open your dashboard.'],
  ['/learning', 'Log in to see your learning.'],
  ['/notifications', 'Log in to see your notifications.'],
  ['/account/', 'Log in to open your account settings.'],
  ['/admin/', 'Log in as an admin.'],
]

/** The reason for the login, from the router state of the guard. A query is not used, because others could write it. */
export function loginReason(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return NO_REASON
  const { from } = state
  const reason = typeof from === 'string' && REASONS.find(([path]) => from.startsWith(path))
  if (!reason) return NO_REASON
  return 'expired' in state && state.expired === true ? SESSION_EXPIRED : reason[1]
}
