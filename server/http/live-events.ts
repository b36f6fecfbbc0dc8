import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { z } from 'zod'
import { CourseEvent, UserEvent } from '#contract/events.ts'
import { Id } from '#contract/id.ts'

/** How many events the log holds for clients that reconnect. */
export const REMEMBERED = 5000

/**
 * A user may have lost access: a session ended, or a resource was hidden. Streams check again at once. This event never
 * leaves the server.
 */
const AccessChanged = z.object({
  type: z.literal('access.changed'),
  /** The user whose streams check again; all users without it. */
  userId: z.string().optional(),
  /** Only the streams of this playlist check again. */
  playlistId: z.string().optional(),
})
export type AccessChange = Omit<z.infer<typeof AccessChanged>, 'type'>

/** A process found the database damaged. This event never leaves the server, either. */
const DatabaseDamaged = z.object({ type: z.literal('database.damaged') })

/** An event for one user. The stream sends `event` alone. */
const ForUser = z.object({ type: z.literal('user'), userId: Id, event: UserEvent })
type ForUser = z.infer<typeof ForUser>

/** The same event for several users: one entry of the log, however many they are. */
const ForUsers = z.object({ type: z.literal('users'), userIds: z.array(Id), event: UserEvent })
type ForUsers = z.infer<typeof ForUsers>

export const LiveEvent = z.discriminatedUnion('type', [
  ...CourseEvent.options,
  ForUser,
  ForUsers,
  AccessChanged,
  DatabaseDamaged,
])
export type LiveEvent = z.infer<typeof LiveEvent>

export interface PublishedEvent {
  /** Opaque; a reconnecting client sends the last one it received. */
  id: string
  event: CourseEvent | ForUser
}

/** An entry of the log. A stream gets the part for its user. */
interface Logged {
  id: string
  event: CourseEvent | ForUser | ForUsers
}

export interface Heard {
  id: string
  event: LiveEvent
}

interface EventSource {
  /** Listens to a course's later events until the returned function is called. */
  watch(courseId: string, listener: (published: PublishedEvent) => void): () => void
  /** The same for the events of a user. */
  watchUser(userId: string, listener: (published: PublishedEvent) => void): () => void
  /** Listens for changes of access that may end streams. */
  onAccessChanged(listener: (change: AccessChange) => void): void
  onDamaged(listener: () => void): void
  /** The events of a course or a user after `lastId`; `undefined` when the log no longer holds them. */
  since(topicId: string, lastId: string): PublishedEvent[] | undefined
  readonly lastId: string
}

export interface Events extends EventSource {
  /** Publishes an event to the viewers of its course or to its user; call it through `after` of `transaction`. */
  publish(event: LiveEvent): void
}

/** The newest events in this process's order, and their listeners. */
export interface EventLog extends EventSource {
  publish(received: Heard): void
  /** Publishes an event of this process only; other processes do not know its id. */
  publishLocal(event: LiveEvent): void
  /**
   * Empties the log: events before `id` are unknown. Every viewer gets `reset`, and every stream
   * checks its access again.
   */
  restart(id: string, received: Heard[]): void
}

export function createEventLog(): EventLog {
  const courses = new EventEmitter<Record<string, [PublishedEvent]>>().setMaxListeners(0)
  const users = new EventEmitter<Record<string, [PublishedEvent]>>().setMaxListeners(0)
  const site = new EventEmitter<{ access: [change: AccessChange]; damage: [] }>()
  const run = randomBytes(4).toString('hex')
  let sequence = 0
  let newest: Logged[] = []
  /** The id before the oldest event in the log. */
  let idBeforeOldest = `${run}-${sequence}`

  const emit = (id: string, event: Logged['event']): void => {
    if (event.type === 'users') {
      for (const userId of event.userIds)
        users.emit(userId, { id, event: { type: 'user', userId, event: event.event } })
    } else if (event.type === 'user') users.emit(event.userId, { id, event })
    else courses.emit(event.courseId, { id, event })
  }

  const log: EventLog = {
    publish({ id, event }) {
      if (event.type === 'access.changed') return void site.emit('access', event)
      if (event.type === 'database.damaged') return void site.emit('damage')
      newest.push({ id, event })
      if (newest.length > REMEMBERED) idBeforeOldest = newest.shift()?.id ?? idBeforeOldest
      emit(id, event)
    },
    publishLocal(event) {
      sequence += 1
      log.publish({ id: `${run}-${sequence}`, event })
    },
    restart(id, received) {
      idBeforeOldest = id
      newest = received.flatMap(({ id: published, event }) =>
        event.type === 'access.changed' || event.type === 'database.damaged'
          ? []
          : [{ id: published, event }],
      )
      for (const courseId of courses.eventNames().map(String)) {
        courses.emit(courseId, { id: log.lastId, event: { type: 'reset', courseId } })
      }
      for (const userId of users.eventNames().map(String)) {
        users.emit(userId, { id: log.lastId, event: { type: 'user', userId, event: { type: 'reset' } } })
      }
      site.emit('access', {})
    },
    onAccessChanged: (listener) => void site.on('access', listener),
    onDamaged: (listener) => void site.on('damage', listener),
    watch(courseId, listener) {
      courses.on(courseId, listener)
      return () => courses.off(courseId, listener)
    },
    watchUser(userId, listener) {
      users.on(userId, listener)
      return () => users.off(userId, listener)
    },
    since(topicId, id) {
      const from = id === idBeforeOldest ? 0 : newest.findLastIndex((published) => published.id === id) + 1
      if (from === 0 && id !== idBeforeOldest) return
      return newest.slice(from).flatMap(({ id: logged, event }) => {
        const part = partFor(topicId, event)
        return part ? [{ id: logged, event: part }] : []
      })
    },
    get lastId() {
      return newest.at(-1)?.id ?? idBeforeOldest
    },
  }
  return log
}

/** What the stream of a course or a user gets of this event, if anything. */
function partFor(topicId: string, event: Logged['event']): PublishedEvent['event'] | undefined {
  if (event.type === 'users') {
    const { userIds, event: each } = event
    return userIds.includes(topicId) ? { type: 'user', userId: topicId, event: each } : undefined
  }
  const topic = event.type === 'user' ? event.userId : event.courseId
  return topic === topicId ? event : undefined
}

/** Events of this process. The newest are logged, so that a client that reconnects misses none. */
export function createEvents(): Events {
  const log = createEventLog()
  return {
    ...log,
    publish: log.publishLocal,
    get lastId() {
      return log.lastId
    },
  }
}
