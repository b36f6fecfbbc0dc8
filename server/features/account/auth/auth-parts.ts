import type { RequestMeta } from '#server/auth/audit.ts'
import type { LoginThrottle } from '#server/auth/login-throttle.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import type { Images } from '#server/features/media/media.ts'

/** The services that sign-in needs. */
export interface AuthParts
  extends Pick<AppContext, 'db' | 'events' | 'jobs' | 'limits' | 'passkeys' | 'secrets'> {
  images: Images
  throttle: LoginThrottle
  siteName: string
  /** Whether a new user gets a mail that asks to confirm the address. */
  asksToConfirm: boolean
}

/** The user that makes a call, and its request. */
export interface Asking {
  viewer: Viewer
  meta: RequestMeta
}
