import { loads } from '#web/core/load.ts'
import { usersOf } from '#web/features/account/users/users.queries.ts'

export const loadAbout = loads(({ cache, call }) => [cache.ensureInfiniteQueryData(usersOf(call))])
