import { on } from '#server/events.ts'
import { countRegistration } from './accept.ts'

on('user.registered', async (trx, { userId, invitationId }) => {
  if (invitationId !== undefined) await countRegistration(trx, userId, invitationId)
})
