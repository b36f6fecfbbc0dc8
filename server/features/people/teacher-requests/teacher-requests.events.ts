import { on } from '#server/events.ts'
import { acceptOfTeacher } from './teacher-requests.queries.ts'
import { addRequest } from './teacher-requests.ts'

on('teaching.requested', async (trx, request) => {
  await addRequest(trx, request)
})

// By an invitation, by an admin's table of people, or by themselves where everybody may teach.
on('user.renamed', (trx, { userId }) => acceptOfTeacher(trx, userId))
