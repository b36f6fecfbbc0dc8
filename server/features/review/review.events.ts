import { on } from '#server/events.ts'
import { settleRound } from '#server/features/catalog/versions/rounds.ts'
import { announceRevisions, announceToAdmins, notifyWaiting } from './notices.ts'
import { returnFailed } from './return-failed.ts'

on('playlist.changed', (trx, { playlistId }) => settleRound(trx, playlistId))

on('video.failed', returnFailed)

on('video.changed', announceToAdmins)

on('revision.waiting', (trx, { items }) => notifyWaiting(trx, items))

on('revision.saved', (_, { subjectIds, context }) => announceRevisions(context, [...subjectIds]))
