import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { CourseEvent } from '#contract/events.ts'

const REMEMBERED = 5000

export interface Told {
  /** Opaque; a client hands back the last one it saw. */
  id: string
  event: CourseEvent
}

type Listener = (told: Told) => void

export interface Events {
  /** Tells everybody who watches the event's course; call it through `after` of `transaction`. */
  publish(event: CourseEvent): void
  /** Hears every later event of a course until the returned function is called. */
  watch(courseId: string, listener: Listener): () => void
  /** What a course's watchers heard after `lastId`; `undefined` when that is no longer known. */
  since(courseId: string, lastId: string): Told[] | undefined
  /** The newest id, to resume from. */
  readonly lastId: string
}

/** Events of this process, the newest of them remembered so that a client that lost its connection misses none. */
export function createEvents(): Events {
  const emitter = new EventEmitter().setMaxListeners(0)
  const run = randomBytes(4).toString('hex')
  const remembered: Told[] = []
  let sequence = 0
  return {
    publish(event) {
      sequence += 1
      const told = { id: `${run}-${sequence}`, event }
      remembered.push(told)
      if (remembered.length > REMEMBERED) remembered.shift()
      emitter.emit(event.courseId, told)
    },
    watch(courseId, listener) {
      emitter.on(courseId, listener)
      return () => emitter.off(courseId, listener)
    },
    since(courseId, lastId) {
      const [, itsRun, itsSequence] = /^(\w+)-(\d+)$/.exec(lastId) ?? []
      const oldest = sequence - remembered.length
      const from = Number(itsSequence)
      if (itsRun !== run || !Number.isInteger(from) || from < oldest || from > sequence) return
      return remembered.slice(from - oldest).filter(({ event }) => event.courseId === courseId)
    },
    get lastId() {
      return `${run}-${sequence}`
    },
  }
}
