import type { SessionUser } from '#contract/session-user.ts'

/** What stands under a name: the role, or the profession of somebody whose role is Other. */
export const roleOf = ({ role, profession }: SessionUser) =>
  role === 'Other' && profession ? profession : role

export const profileOf = ({ _id }: SessionUser) => `/profile/${_id}`
