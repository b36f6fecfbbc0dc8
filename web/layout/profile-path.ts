import type { SessionUser } from '#contract/account/session-user.ts'

export const profilePath = ({ _id }: SessionUser) => `/profile/${_id}`
