import type { User } from '#contract/account/users.ts'

/** The line under a name: the role, or the profession if the role is Other. */
export const roleOf = ({ role, profession }: Pick<User, 'role' | 'profession'>) =>
  role === 'Other' && profession ? profession : role

/** The public profile of a user. Teachers have their own page. */
export const profileAddressOf = ({ _id, role }: Pick<User, '_id' | 'role'>) =>
  role === 'Teacher' ? `/teacher-profile/${_id}` : `/profile/${_id}`
