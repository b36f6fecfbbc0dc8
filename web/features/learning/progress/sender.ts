import type { CallReply } from '#contract/api.ts'
import type { ProgressSave } from '#contract/learning/progress.ts'
import { ApiError, isNotFound } from '#web/core/api-error.ts'
import type { Queue } from './queue.ts'

export interface SenderOptions {
  courseId: string
  queue: Queue
  send: (save: ProgressSave) => Promise<CallReply<'progress.save'>>
  onSaved: (save: ProgressSave, reply: CallReply<'progress.save'>) => void
  /** Whether the server hides the course meanwhile. */
  onHidden: (isHidden: boolean) => void
}

/** Sends the saves of one course. Without an answer the queue keeps the save, and the next one sends it again. */
export function createSender(
  { courseId, queue, onSaved, onHidden, ...options }: SenderOptions,
  { holdFor }: { holdFor: (milliseconds: number) => void },
) {
  let isHidden = false
  let isOver = false

  function setHidden(hidden: boolean): void {
    if (hidden === isHidden) return
    isHidden = hidden
    onHidden(hidden)
  }

  function fail(error: unknown): void {
    if (!(error instanceof ApiError)) return
    if (isNotFound(error)) setHidden(true)
    if (error.retryAfterSeconds !== undefined) holdFor(error.retryAfterSeconds * 1000)
    // The video was replaced: a reload shows the new one, and these seconds belong to none.
    if (error.status === 409 || error.status === 400) {
      isOver = true
      queue.drop(courseId)
    }
  }

  return {
    async send(save: ProgressSave): Promise<void> {
      try {
        const reply = await options.send(save)
        queue.confirm(courseId, save)
        setHidden(false)
        onSaved(save, reply)
      } catch (error) {
        fail(error)
      }
    },
    /** The server will not save this video any more. */
    isOver: () => isOver,
    /** What the server hides is not sent again. */
    stop(): void {
      if (isHidden) queue.drop(courseId)
    },
  }
}
