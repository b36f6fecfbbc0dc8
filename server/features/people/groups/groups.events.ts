import { on } from '#server/events.ts'
import { followAddress } from './mail-domain.ts'
import { leaveGroups } from './members.ts'
import { followClaim } from './provider-groups.ts'

on('user.addressChanged', (trx, { userId, context }) => followAddress(trx, context, userId))

on('provider.loggedIn', (trx, { context, ...claim }) => followClaim(trx, context, claim))

on('user.deleting', (trx, { userId }) => leaveGroups(trx, userId))
