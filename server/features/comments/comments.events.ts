import { on } from '#server/events.ts'
import { deleteAllOf } from './removal.ts'

on('user.deleting', (trx, { userId }) => deleteAllOf(trx, userId))
