import { randomBytes } from 'node:crypto'
import { LiveEvent } from '../http/live-event.ts'
import { createEventLog, type Heard, REMEMBERED } from '../http/live-event-log.ts'
import { createEvents, type Events } from '../http/live-events.ts'
import type { Peers } from './invalidation.ts'
import type { RedisLink } from './redis.ts'
import { CHANGED_STREAM, followStreams, LIVE_STREAM, type StreamEntry } from './redis-streams.ts'
import { mergeTags, NO_TAGS, type Tags } from './tags.ts'

const OWED_RETRY_MS = 1000
/** Who is further behind has missed something, sees it by the numbers, and forgets everything. */
const NEWS_KEPT = 1000
/** A start waits no longer for Redis. */
const START_MS = 1000

/** What the nodes of one site tell each other. */
export interface Nodes extends Peers {
  events: Events
  close(): void
}

/** The one node of a site without Redis. */
export function onlyNode(): Nodes {
  return { events: createEvents(), changed: () => undefined, isHeard: true, close: () => undefined }
}

interface NodesParts {
  redis: RedisLink
  log: { warn: (details: object, message: string) => void }
  /** Another node wrote something, or may have. */
  onChanged: (changed: Tags) => void
}

/**
 * Events through one Redis stream, which gives them one order and one numbering for all nodes. While Redis is away a
 * node tells its own watchers what happens on it; as soon as it is back, everybody is told to read again.
 */
export async function joinNodes({ redis, log, onChanged }: NodesParts): Promise<Nodes> {
  const memory = createEventLog()
  const node = randomBytes(4).toString('hex')
  const news = createNews(node)
  const owing = createDebt(() => redis.client.xadd(LIVE_STREAM, '*', 'gap', '1'))
  let isHeard = false

  const following = followStreams(redis.openReader(), {
    tail: REMEMBERED,
    begin(entries) {
      // What is before the oldest of them, or before a gap, is not known.
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
      const changed = entries.map(news.read).reduce(mergeTags, NO_TAGS)
      if (changed.length > 0) onChanged(changed)
    },
    up() {
      isHeard = true
      onChanged('everything')
    },
    away(error) {
      if (!isHeard) return
      isHeard = false
      log.warn({ err: error }, 'other nodes are not heard: pages are kept for a moment only')
      onChanged('everything')
    },
  })
  await Promise.race([following.began, passed(START_MS)])

  const sendChanged = coalesced(
    (changed) => redis.client.xadd(CHANGED_STREAM, 'MAXLEN', '~', NEWS_KEPT, '*', ...news.write(changed)),
    owing.owe,
  )
  return {
    events: {
      publish(event) {
        redis.client
          .xadd(LIVE_STREAM, 'MAXLEN', '~', REMEMBERED, '*', 'event', JSON.stringify(event))
          .catch(() => {
            memory.publishLocal(event)
            owing.owe()
          })
      },
      watch: memory.watch,
      onAccessChanged: memory.onAccessChanged,
      onDamaged: memory.onDamaged,
      since: memory.since,
      get lastId() {
        return memory.lastId
      },
    },
    changed: sendChanged,
    get isHeard() {
      return isHeard
    },
    close() {
      owing.stop()
      following.stop()
    },
  }
}

/** A node told things to its own watchers alone. */
function isGap({ fields }: StreamEntry): boolean {
  return fields.has('gap')
}

/** Nothing for an entry that a newer version wrote and this one does not know. */
function heardIn({ id, fields }: StreamEntry): Heard[] {
  const json = fields.get('event')
  if (json === undefined) return []
  const { success, data } = LiveEvent.safeParse(parsedJson(json))
  return success ? [{ id, event: data }] : []
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Others missed something: tried every second until they are told so. */
function createDebt(pay: () => Promise<unknown>) {
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    owe() {
      timer ??= setInterval(() => {
        pay().then(stop, () => undefined)
      }, OWED_RETRY_MS)
      timer.unref()
    },
    stop,
  }
}

/**
 * What a node wrote, in the words of the stream. Each node numbers its own entries: a number that is not the next one, or
 * none, as older versions wrote them, says that something may have been missed.
 */
function createNews(node: string) {
  const heard = new Map<string, number>()
  let told = 0
  return {
    write(changed: Tags): string[] {
      told += 1
      const what = changed === 'everything' ? [] : ['ids', changed.join(' ')]
      return ['by', node, 'n', String(told), ...what]
    },
    read({ fields }: StreamEntry): Tags {
      const by = fields.get('by') ?? ''
      if (by === node) return NO_TAGS
      const number = Number(fields.get('n'))
      const isNext = number - (heard.get(by) ?? Number.NaN) === 1
      heard.set(by, number)
      return isNext ? (fields.get('ids')?.split(' ') ?? 'everything') : 'everything'
    },
  }
}

/** Sends once more after a sending that was under way: all that was to be sent meanwhile, together. */
function coalesced(send: (changed: Tags) => Promise<unknown>, failed: () => void): (changed: Tags) => void {
  let sending = false
  let waiting: Tags = NO_TAGS
  const run = (changed: Tags) => {
    waiting = mergeTags(waiting, changed)
    if (sending) return
    sending = true
    const now = waiting
    waiting = NO_TAGS
    send(now)
      .catch(failed)
      .finally(() => {
        sending = false
        if (waiting.length > 0) run(NO_TAGS)
      })
  }
  return run
}

function passed(milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, milliseconds).unref()
  return promise
}
