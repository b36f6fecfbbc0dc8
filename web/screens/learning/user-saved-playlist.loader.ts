import { loads } from '#web/core/load.ts'
import { userOf } from '#web/features/account/users/users.queries.ts'

/** Only logged-in users may read the list, but every viewer may learn whether the user exists. */
export const loadSaved = loads(({ cache, call, params, viewer }) => [
  cache.ensureQueryData(userOf(call, params.id ?? '', viewer)),
])
