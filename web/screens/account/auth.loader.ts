import { loads } from '#web/core/load.ts'
import { authOptionsOf } from '#web/features/account/auth/options.queries.ts'

export const loadAuth = loads(({ cache, call }) => [cache.ensureQueryData(authOptionsOf(call))])
