import type { Role } from '#contract/account/user-fields.ts'

/** The logged-in user, read from the database at every request. The token never decides role or permissions. */
export interface Viewer {
  id: string
  username: string
  role: Role
  isAdmin: boolean
  sessionId: string
  /** Set for an admin whose `isAdmin` is false until they have a second step (ADMIN_SECOND_STEP). */
  lacksSecondStep?: true
  /** Whether the user has confirmed their address. */
  emailVerified: boolean
}
