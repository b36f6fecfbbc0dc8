import { loads } from '#web/core/load.ts'
import { userOf } from '#web/features/users/users.queries.ts'

/** The list itself is for those who are logged in; whether there is such a person is for everybody. */
export const loadSaved = loads(({ cache, call, params, viewer }) => [
  cache.ensureQueryData(userOf(call, params.id ?? '', viewer)),
])
