import type { QueryClient } from '@tanstack/react-query'
import type { Call, CallReply } from '#contract/api.ts'
import { countOf } from '#contract/format.ts'
import type { MergeItem } from '#contract/learning/progress.ts'
import { MERGE_ITEMS_MAX } from '#contract/learning/progress-limits.ts'
import { ApiError } from '#web/core/api-error.ts'
import { notify } from '#web/core/toasts.ts'
import { PROGRESS } from './progress.queries.ts'
import { openQueue } from './queue.ts'

interface SendQueueInput {
  call: Call
  cache: QueryClient
  userId: string
  /** The user logs out. */
  thenForget: boolean
}

/**
 * Merges what was watched offline. What the server does not answer stays in the queue; the positions of a user who logs
 * out do not, unless they are not saved. Resolves to the seconds that the server added.
 */
export async function sendQueue({ call, cache, userId, thenForget }: SendQueueInput): Promise<number> {
  const queue = openQueue(localStorage, userId)
  const items = queue.items()
  let removed = 0
  let added = 0
  for (let first = 0; first < items.length; first += MERGE_ITEMS_MAX) {
    const sent = items.slice(first, first + MERGE_ITEMS_MAX)
    const reply = await merge(call, sent)
    if (reply === undefined) break
    removed += reply.skipped
    added += reply.addedSeconds
    for (const item of sent) queue.confirm(item.courseId, item)
  }
  if (items.length > 0) void cache.invalidateQueries({ queryKey: [PROGRESS] })
  if (thenForget && queue.items().length === 0) queue.clear()
  if (removed > 0) reportRemoved(Math.min(removed, new Set(items.map(({ courseId }) => courseId)).size))
  return added
}

type Merged = Pick<CallReply<'progress.merge'>, 'skipped' | 'addedSeconds'>

/** The server's reply, or nothing if it did not answer. */
async function merge(call: Call, items: MergeItem[]): Promise<Merged | undefined> {
  try {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    return await call('progress.merge', { body: { items, sentAt: new Date().toISOString(), timeZone } })
  } catch (error) {
    // An item that the server always rejects must not block later ones.
    return error instanceof ApiError && error.status === 400 ? { skipped: 0, addedSeconds: 0 } : undefined
  }
}

function reportRemoved(videos: number): void {
  const removed = countOf(videos, 'removed video')
  notify.info(`Progress for ${removed} was not saved.`, { everywhere: true })
}
