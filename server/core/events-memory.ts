import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { CourseEvent } from '#contract/events.ts'

/** How many events are remembered, for clients that lost their connection. */
export const REMEMBERED = 5000

export interface Told {
  /** Opaque; a client hands back the last one it saw. */
  id: string
  event: CourseEvent
}

export type Listener = (told: Told) => void

/** The newest events in the order in which this process told them, and who listens. */
export interface EventMemory {
  tell(told: Told): void
  /** Tells an event that only this process knows; its id means nothing elsewhere. */
  tellHere(event: CourseEvent): void
  /** Forgets all: what happened before `id` is not known. Everybody who watches is told to read again. */
  restart(id: string, remembered: Told[]): void
  watch(courseId: string, listener: Listener): () => void
  since(courseId: string, lastId: string): Told[] | undefined
  readonly lastId: string
}

export function createEventMemory(): EventMemory {
  const emitter = new EventEmitter<Record<string, [Told]>>().setMaxListeners(0)
  const run = randomBytes(4).toString('hex')
  let sequence = 0
  let remembered: Told[] = []
  /** The id before the oldest that is remembered. */
  let floor = `${run}-${sequence}`

  const tell = (told: Told) => {
    remembered.push(told)
    if (remembered.length > REMEMBERED) floor = remembered.shift()?.id ?? floor
    emitter.emit(told.event.courseId, told)
  }
  const lastId = () => remembered.at(-1)?.id ?? floor
  return {
    tell,
    tellHere(event) {
      sequence += 1
      tell({ id: `${run}-${sequence}`, event })
    },
    restart(id, known) {
      floor = id
      remembered = known
      for (const courseId of emitter.eventNames().map(String)) {
        emitter.emit(courseId, { id: lastId(), event: { type: 'reset', courseId } })
      }
    },
    watch(courseId, listener) {
      emitter.on(courseId, listener)
      return () => emitter.off(courseId, listener)
    },
    since(courseId, id) {
      const from = id === floor ? 0 : remembered.findLastIndex((told) => told.id === id) + 1
      if (from === 0 && id !== floor) return
      return remembered.slice(from).filter(({ event }) => event.courseId === courseId)
    },
    get lastId() {
      return lastId()
    },
  }
}
