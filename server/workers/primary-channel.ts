import type { LiveEvent } from '../http/live-event.ts'
import type { Heard } from '../http/live-event-log.ts'
import { type Counting, FromPrimary, type FromWorker } from './messages.ts'

/** The primary does little: who waits longer than this for it goes on without. */
const ANSWERS_WITHIN_MS = 1000

type Question =
  | { kind: 'place' }
  | { kind: 'metrics' }
  | {
      kind: 'count'
      counting: Counting
    }

/** A worker's line to the primary, and through it to the other workers. */
export interface Line {
  /** Rejects when there is no answer within a second; a place is waited for as long as it takes. */
  ask(question: Question): Promise<unknown>
  /** Told to all workers, this one too, in one order. */
  publish(event: LiveEvent): void
  /** The others may begin. */
  prepared(): void
  /** From the first event after this worker was given its place. */
  onTold(listener: (heard: Heard) => void): void
  /** What this worker adds when somebody asks for the metrics of all. */
  onMeasure(measure: () => Promise<unknown[]>): void
}

interface Waiting {
  resolve: (answer: unknown) => void
  timer: NodeJS.Timeout | undefined
}

/** Of this process, which must be a worker; when the primary is gone, so is the worker. */
export function openLine(): Line {
  const waiting = new Map<number, Waiting>()
  let asked = 0
  const early: Heard[] = []
  let told: (heard: Heard) => void = (event) => early.push(event)
  let measure: () => Promise<unknown[]> = async () => []
  const send = (message: FromWorker) => process.send?.(message)

  process.on('message', (json: unknown) => {
    const { success, data: message } = FromPrimary.safeParse(json)
    if (!success) return
    if (message.kind === 'told') return told(message.told)
    if (message.kind === 'measure') {
      const answer = (metrics: unknown[]) => send({ kind: 'measured', id: message.id, metrics })
      measure().then(answer, () => answer([]))
      return
    }
    const asker = waiting.get(message.id)
    waiting.delete(message.id)
    clearTimeout(asker?.timer)
    asker?.resolve(message.answer)
  })

  return {
    ask(question) {
      asked += 1
      const id = asked
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const giveUp = () => {
        waiting.delete(id)
        reject(new Error('The primary does not answer.'))
      }
      const timer = question.kind === 'place' ? undefined : setTimeout(giveUp, ANSWERS_WITHIN_MS)
      waiting.set(id, { resolve, timer })
      send({ ...question, id })
      return promise
    },
    publish: (event) => send({ kind: 'event', event }),
    prepared: () => send({ kind: 'prepared' }),
    onTold(listener) {
      for (const event of early.splice(0)) listener(event)
      told = listener
    },
    onMeasure(measuring) {
      measure = measuring
    },
  }
}
