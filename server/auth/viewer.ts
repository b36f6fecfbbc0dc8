import type { Role } from '#contract/user-fields.ts'

/** The logged-in user, read from the database at every request. The token never decides role or permissions. */
export interface Viewer {
  id: string
  username: string
  role: Role
  isAdmin: boolean
  sessionId: string
  /** Whether the user has confirmed their address. */
  emailVerified: boolean
}
