import type { Role } from '#contract/user-fields.ts'

/** The logged-in user, read from the database at every request. The token never decides role or permissions. */
export interface Viewer {
  id: string
  username: string
  role: Role
  isAdmin: boolean
  sessionId: string
  /** An admin who may do nothing as one until they have a second step (ADMIN_SECOND_STEP). `isAdmin` is false then. */
  lacksSecondStep?: true
  /** Whether the user has confirmed their address. */
  emailVerified: boolean
}
