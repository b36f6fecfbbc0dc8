import { on } from '#server/events.ts'
import { followAddress } from './mail-domain.ts'
import { leaveGroups } from './members.ts'

on('user.addressChanged', (trx, { userId, context }) => followAddress(trx, context, userId))

on('user.deleting', (trx, { userId }) => leaveGroups(trx, userId))
