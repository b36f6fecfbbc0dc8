import { on } from '#server/events.ts'
import { announceRevisions, notifyWaiting } from './notices.ts'

on('revision.waiting', (trx, { items }) => notifyWaiting(trx, items))

on('revision.saved', (_, { subjectIds, context }) => announceRevisions(context, [...subjectIds]))
