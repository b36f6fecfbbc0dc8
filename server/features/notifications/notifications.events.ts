import { afterCommit } from '#server/data/database.ts'
import { on } from '#server/events.ts'
import { coursesWithVideo } from '#server/features/catalog/versions/revisions.queries.ts'
import { notify, tellNotified } from './notify.ts'
import { enqueueNotices } from './publishing.ts'

on('item.published', (trx, published) => enqueueNotices(trx, published))

on('video.failed', async (trx, { fault, context, ...video }) => {
  const [courseId] = await coursesWithVideo(trx, video)
  // A form that nobody has saved yet shows the fault itself.
  if (courseId === undefined) return
  const notified = await notify(trx, {
    kind: 'upload_failed',
    userIds: [video.ownerId],
    subject: { kind: 'course', id: courseId },
    data: { fault },
  })
  afterCommit(trx, () => tellNotified(context, notified))
})
