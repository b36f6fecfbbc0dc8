import { loads } from '#web/core/load.ts'
import { authOptionsOf } from '#web/features/account/auth/options.queries.ts'
import { setupOf } from '#web/features/account/auth/setup.queries.ts'
import { siteOf } from '#web/features/settings/site.queries.ts'

const OPEN = { isOpen: true }

export const loadAuth = loads(({ cache, call }) => [cache.ensureQueryData(authOptionsOf(call))], OPEN)

/** The people who may register decides what the screen shows. */
export const loadRegister = loads(({ cache, call }) => [cache.ensureQueryData(siteOf(call))], OPEN)

export const loadSetup = loads(({ cache, call }) => [cache.ensureQueryData(setupOf(call))], OPEN)
