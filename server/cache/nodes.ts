import { randomBytes } from 'node:crypto'
import {
  createEventLog,
  createEvents,
  type EventLog,
  type Events,
  type Heard,
  LiveEvent,
  REMEMBERED,
} from '#server/http/live-events.ts'
import { mergeTags, NO_TAGS, type Peers, type Tags } from './invalidation.ts'
import type { RedisLink } from './redis.ts'
import { CHANGED_STREAM, followStreams, LIVE_STREAM, type StreamEntry } from './redis-streams.ts'

const GAP_RETRY_MS = 1000
/** Far more than a node reads late: one that does not read for a second and a half clears its caches. */
const INVALIDATIONS_MAX = 10_000
const START_MS = 1000

export interface Nodes extends Peers {
  events: Events
  close(): void
}

/** Reads events from `log` and sends them through `publish`. */
export function eventsThrough(log: EventLog, publish: Events['publish']): Events {
  return {
    publish,
    watch: log.watch,
    watchUser: log.watchUser,
    onAccessChanged: log.onAccessChanged,
    onDamaged: log.onDamaged,
    since: log.since,
    get lastId() {
      return log.lastId
    },
  }
}

export function onlyNode(): Nodes {
  return { events: createEvents(), isConnected: true, close: () => undefined }
}

interface NodesOptions {
  redis: RedisLink
  log: { warn: (details: object, message: string) => void }
  onChanged: (changed: Tags) => void
}

/**
 * Sends events through one Redis stream, so that all nodes see them in one order with the same ids. While Redis is
 * unavailable, a node notifies only its own clients. Once Redis is back, all clients are notified to read again.
 */
export async function joinNodes({ redis, log, onChanged }: NodesOptions): Promise<Nodes> {
  const memory = createEventLog()
  const node = randomBytes(4).toString('hex')
  const retry = createRetry(() => redis.client.xadd(LIVE_STREAM, '*', 'gap', '1'))
  let isConnected = false

  const following = followStreams(redis.openReader(), {
    tail: REMEMBERED,
    begin(entries) {
      // Events before the oldest entry, or before a gap, are unknown.
      const from = Math.max(0, entries.findLastIndex(isGap))
      memory.restart(entries[from]?.id ?? '', entries.slice(from + 1).flatMap(heardIn))
    },
    live(entries) {
      for (const entry of entries) {
        if (isGap(entry)) {
          memory.restart(entry.id, [])
          onChanged('everything')
        } else {
          for (const heard of heardIn(entry)) memory.publish(heard)
        }
      }
    },
    changed(entries) {
      const changed = entries.map((entry) => changedIn(entry, node)).reduce(mergeTags, NO_TAGS)
      if (changed.length > 0) onChanged(changed)
    },
    up() {
      isConnected = true
      onChanged('everything')
    },
    away(error) {
      if (!isConnected) return
      isConnected = false
      log.warn({ err: error }, 'other nodes are not heard: pages are kept for a moment only')
      onChanged('everything')
    },
  })
  await Promise.race([following.began, passed(START_MS)])

  return {
    events: eventsThrough(memory, (event) => {
      redis.client
        .xadd(LIVE_STREAM, 'MAXLEN', '~', REMEMBERED, '*', 'event', JSON.stringify(event))
        .catch(() => {
          memory.publishLocal(event)
          retry.start()
        })
    }),
    changed(tags) {
      const ids = tags === 'everything' ? [] : ['ids', tags.join(' ')]
      redis.client
        .xadd(CHANGED_STREAM, 'MAXLEN', '~', INVALIDATIONS_MAX, '*', 'by', node, ...ids)
        .catch(retry.start)
    },
    get isConnected() {
      return isConnected
    },
    close() {
      retry.stop()
      following.stop()
    },
  }
}

function isGap({ fields }: StreamEntry): boolean {
  return fields.has('gap')
}

/** Skips an entry of a newer version that this one does not know. */
function heardIn({ id, fields }: StreamEntry): Heard[] {
  const json = fields.get('event')
  if (json === undefined) return []
  const { success, data } = LiveEvent.safeParse(parsedJson(json))
  return success ? [{ id, event: data }] : []
}

/** The tags that another node invalidated; an entry without ids means everything. */
function changedIn({ fields }: StreamEntry, node: string): Tags {
  if (fields.get('by') === node) return NO_TAGS
  return fields.get('ids')?.split(' ') ?? 'everything'
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Other nodes missed events. Tries to tell them every second until it succeeds. */
function createRetry(send: () => Promise<unknown>) {
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    start() {
      timer ??= setInterval(() => {
        send().then(stop, () => undefined)
      }, GAP_RETRY_MS)
      timer.unref()
    },
    stop,
  }
}

function passed(milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, milliseconds).unref()
  return promise
}
