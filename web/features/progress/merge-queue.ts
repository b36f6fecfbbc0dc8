import type { Call } from '#contract/api.ts'
import { MERGE_ITEMS_MAX } from '#contract/progress.ts'
import { ApiError } from '#web/core/api-error.ts'
import { notify } from '#web/core/toasts.ts'
import type { Queue } from './queue.ts'

/** Sends what was watched offline. What the server does not answer stays in the queue. */
export async function mergeQueue(call: Call, queue: Queue): Promise<void> {
  const items = queue.items()
  let removed = 0
  for (let first = 0; first < items.length; first += MERGE_ITEMS_MAX) {
    const sent = items.slice(first, first + MERGE_ITEMS_MAX)
    try {
      const { skipped } = await call('progress.merge', { body: { items: sent } })
      removed += skipped
    } catch (error) {
      // What the server will never take must not block what comes after it.
      if (!(error instanceof ApiError && error.status === 400)) break
    }
    for (const item of sent) queue.confirm(item.courseId, item)
  }
  const courses = new Set(items.map(({ courseId }) => courseId)).size
  if (removed > 0) notify.info(notSaved(Math.min(removed, courses)), { everywhere: true })
}

const notSaved = (videos: number) =>
  videos === 1
    ? 'Progress for 1 removed video was not saved.'
    : `Progress for ${videos} removed videos was not saved.`
