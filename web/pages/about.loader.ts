import { loads } from '#web/core/load.ts'
import { everybodyOf } from '#web/features/users/users.queries.ts'

export const loadAbout = loads(({ cache, call }) => [cache.ensureInfiniteQueryData(everybodyOf(call))])
