import type { SessionUser } from '#contract/session-user.ts'

export const profilePath = ({ _id }: SessionUser) => `/profile/${_id}`
