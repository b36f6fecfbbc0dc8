import { afterCommit } from '#server/data/database.ts'
import { on } from '#server/events.ts'
import { tellNotified } from '#server/features/notifications/notify.ts'
import { notifyReporters } from './decide-reports.ts'
import { updateHiddenOf, updateHiddenOfAccount } from './hidden.queries.ts'
import { decideOpen, dismissReports, dismissReportsOnGone, moveReportsOfWork } from './reports.queries.ts'

on('user.suspended', async (trx, { userId, adminId, context }) => {
  const subject = { subject_kind: 'user', subject_id: userId } as const
  const reporters = await decideOpen(trx, { ...subject, state: 'removed', adminId })
  const notified = await notifyReporters(trx, reporters, { kind: 'user', id: userId, state: 'removed' })
  afterCommit(trx, () => tellNotified(context, notified))
})

on('comment.removed', (trx, { commentId }) => dismissReports(trx, 'comment', commentId))

on('user.rightsChanged', (trx, { userId }) => updateHiddenOf(trx, userId))

on('user.hidden', (trx, { userId }) => updateHiddenOfAccount(trx, userId))

on('playlists.handedOver', (trx, { from, to }) => moveReportsOfWork(trx, { from, to }))

on('item.gone', (trx) => dismissReportsOnGone(trx))
