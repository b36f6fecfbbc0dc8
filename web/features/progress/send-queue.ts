import type { QueryClient } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { MERGE_ITEMS_MAX } from '#contract/progress.ts'
import { ApiError } from '#web/core/api-error.ts'
import { notify } from '#web/core/toasts.ts'
import { PROGRESS } from './progress.queries.ts'
import { openQueue } from './queue.ts'

interface SendQueueInput {
  call: Call
  cache: QueryClient
  userId: string
}

/** Merges what was watched offline. What the server does not answer stays in the queue. */
export async function sendQueue({ call, cache, userId }: SendQueueInput): Promise<void> {
  const queue = openQueue(localStorage, userId)
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
  if (items.length > 0) void cache.invalidateQueries({ queryKey: [PROGRESS] })
  const courses = new Set(items.map(({ courseId }) => courseId)).size
  if (removed > 0) notify.info(notSaved(Math.min(removed, courses)), { everywhere: true })
}

const notSaved = (videos: number) =>
  videos === 1
    ? 'Progress for 1 removed video was not saved.'
    : `Progress for ${videos} removed videos was not saved.`
