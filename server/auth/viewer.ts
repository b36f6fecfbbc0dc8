import type { Role } from '#contract/user-fields.ts'

/** Who is asking, read from the database at every request: role and rights are never taken from the token. */
export interface Viewer {
  id: string
  username: string
  role: Role
  isAdmin: boolean
  sessionId: string
}
