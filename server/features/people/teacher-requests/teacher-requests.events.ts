import { on } from '#server/events.ts'
import { addRequest } from './teacher-requests.ts'

on('teaching.requested', async (trx, request) => {
  await addRequest(trx, request)
})
