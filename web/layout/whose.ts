import type { SessionUser } from '#contract/session-user.ts'

export const profileOf = ({ _id }: SessionUser) => `/profile/${_id}`
