import type { RequestMeta } from '#server/auth/audit.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'

/** The services that sign-in needs. */
export interface AuthParts
  extends Pick<
    AppContext,
    'db' | 'events' | 'images' | 'jobs' | 'limits' | 'passkeys' | 'secrets' | 'settings' | 'throttle'
  > {
  /** Whether a new user gets a mail that asks to confirm the address. */
  asksToConfirm: boolean
}

/** The user that makes a call, and its request. */
export interface Asking {
  viewer: Viewer
  meta: RequestMeta
}
