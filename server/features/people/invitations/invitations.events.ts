import { on } from '#server/events.ts'
import { useAtRegistration } from './accept.ts'

on('user.registered', async (trx, { userId, invitationId }) => {
  if (invitationId !== undefined) await useAtRegistration(trx, userId, invitationId)
})
