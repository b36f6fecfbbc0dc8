import { ROLES, type Role } from '#contract/account/user-fields.ts'

/** An invitation that a visitor has opened: the `invited` of the router state of the registration and the login. */
export interface Invited {
  /** The last part of its link. */
  token: string
  role: Role
  /** The names of its groups. */
  groups: string[]
  /** It is for this address only. */
  email: string | null
  username: string | null
}

/** The invitation in the router state of a link. */
export function invitedIn(state: unknown): Invited | undefined {
  if (typeof state !== 'object' || state === null || !('invited' in state)) return undefined
  const { invited } = state
  if (typeof invited !== 'object' || invited === null) return undefined
  const fields: Record<string, unknown> = { ...invited }
  const role = ROLES.find((each) => each === fields.role)
  if (typeof fields.token !== 'string' || role === undefined) return undefined
  return {
    token: fields.token,
    role,
    groups: Array.isArray(fields.groups) ? fields.groups.filter((name) => typeof name === 'string') : [],
    email: typeof fields.email === 'string' ? fields.email : null,
    username: typeof fields.username === 'string' ? fields.username : null,
  }
}

/** The last part of a pasted link of an invitation. */
export function pastedInvitation(text: string): string | undefined {
  return /([0-9a-f]{24}\.[\w-]{22})(?![\w-])/.exec(text)?.[1]
}
