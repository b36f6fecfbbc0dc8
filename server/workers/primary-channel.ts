import type { Heard, LiveEvent } from '../http/live-events.ts'
import { type Counting, FromPrimary, type FromWorker } from './messages.ts'

/** The primary does little, so a longer wait means that it is stuck. */
const ANSWERS_WITHIN_MS = 1000

type PrimaryRequest =
  | { kind: 'place' }
  | { kind: 'metrics' }
  | {
      kind: 'count'
      counting: Counting
    }

/** Connects a worker to the primary and, through it, to the other workers. */
export interface PrimaryChannel {
  /** Rejects without an answer within a second. A request for a place has no time limit. */
  ask(request: PrimaryRequest): Promise<unknown>
  /** Sends the event to all workers, including this one, in one order. */
  publish(event: LiveEvent): void
  /** The database is ready, so the other workers may start. */
  prepared(): void
  /** Receives every event since this worker got its place. */
  onEvent(listener: (heard: Heard) => void): void
  /** Sets how this worker answers a request for its metrics. */
  onMetricsRequest(measure: () => Promise<unknown[]>): void
}

interface PendingRequest {
  resolve: (answer: unknown) => void
  timer: NodeJS.Timeout | undefined
}

/** The process must be a worker. It ends when the primary ends. */
export function openPrimaryChannel(): PrimaryChannel {
  const pendingRequests = new Map<number, PendingRequest>()
  let lastId = 0
  const early: Heard[] = []
  let onEvent: (heard: Heard) => void = (event) => early.push(event)
  let measure: () => Promise<unknown[]> = async () => []
  const send = (message: FromWorker) => process.send?.(message)

  process.on('message', (json: unknown) => {
    const { success, data: message } = FromPrimary.safeParse(json)
    if (!success) return
    if (message.kind === 'told') return onEvent(message.told)
    if (message.kind === 'measure') {
      const answer = (metrics: unknown[]) => send({ kind: 'measured', id: message.id, metrics })
      measure().then(answer, () => answer([]))
      return
    }
    const pending = pendingRequests.get(message.id)
    pendingRequests.delete(message.id)
    clearTimeout(pending?.timer)
    pending?.resolve(message.answer)
  })

  return {
    ask(request) {
      lastId += 1
      const id = lastId
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const giveUp = () => {
        pendingRequests.delete(id)
        reject(new Error('The primary does not answer.'))
      }
      const timer = request.kind === 'place' ? undefined : setTimeout(giveUp, ANSWERS_WITHIN_MS)
      pendingRequests.set(id, { resolve, timer })
      send({ ...request, id })
      return promise
    },
    publish: (event) => send({ kind: 'event', event }),
    prepared: () => send({ kind: 'prepared' }),
    onEvent(listener) {
      for (const event of early.splice(0)) listener(event)
      onEvent = listener
    },
    onMetricsRequest(measuring) {
      measure = measuring
    },
  }
}
