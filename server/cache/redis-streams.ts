import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'

/** The prefix of every key. Each site has its own Redis database. */
export const REDIS_PREFIX = 'lectern:'

/** The time limit of a blocking read. A Redis that is silent for longer is unreachable. */
export const READ_MS = 1000

export const LIVE_STREAM = `${REDIS_PREFIX}live`
export const CHANGED_STREAM = `${REDIS_PREFIX}changed`

const READ_AT_ONCE = 500
const PAUSE_MS = 100

export interface StreamEntry {
  id: string
  fields: Map<string, string>
}

export interface StreamListener {
  tail: number
  /** Called at the start, and after a gap of unknown size. The entries are oldest first and never empty. */
  begin(entries: StreamEntry[]): void
  live(entries: StreamEntry[]): void
  changed(entries: StreamEntry[]): void
  /** Between `away` and `up`, entries of `changed` may be lost, but none of `live`. */
  up(): void
  away(error: unknown): void
}

interface Position {
  live: string
  changed: string
}

export interface Following {
  began: Promise<void>
  stop(): void
}

/** Reads both streams on one connection until stopped, and continues at its position after a lost connection. */
export function followStreams(reader: Redis, listener: StreamListener): Following {
  const began = Promise.withResolvers<void>()
  let stopped = false

  let position: Position | undefined

  const read = async () => {
    position = await reposition(reader, position, listener)
    listener.up()
    began.resolve()
    while (!stopped) position = await readOn(reader, position, listener)
  }
  const recover = async (error: unknown) => {
    if (stopped) return
    listener.away(error)
    // Redis would still answer a read that timed out, and its entries would be lost.
    if (reader.status === 'ready') reader.disconnect(true)
    await wait(PAUSE_MS, undefined, { ref: false })
  }
  const follow = async () => {
    while (!stopped) await read().catch(recover)
  }
  follow().catch(listener.away)
  return {
    began: began.promise,
    stop() {
      stopped = true
      reader.disconnect()
    },
  }
}

/** Continues at the former position if the stream still has it, else after the newest entries. */
async function reposition(
  reader: Redis,
  former: Position | undefined,
  listener: StreamListener,
): Promise<Position> {
  const [newest] = await reader.xrevrange(CHANGED_STREAM, '+', '-', 'COUNT', 1)
  const changed = newest?.[0] ?? '0-0'
  if (former) {
    const [entry] = await reader.xrange(LIVE_STREAM, former.live, former.live)
    if (entry) return { live: former.live, changed }
  }
  const tail = await reader.xrevrange(LIVE_STREAM, '+', '-', 'COUNT', listener.tail)
  const entries = tail.length > 0 ? tail.toReversed().map(entryOf) : [await beginStream(reader)]
  listener.begin(entries)
  return { live: entries.at(-1)?.id ?? '0-0', changed }
}

/** Adds a first entry, because a position in an empty stream looks the same as one in a lost stream. */
async function beginStream(reader: Redis): Promise<StreamEntry> {
  const id = await reader.xadd(LIVE_STREAM, '*', 'begin', '1')
  if (id === null) throw new Error('Redis did not create the stream')
  return { id, fields: new Map() }
}

async function readOn(reader: Redis, position: Position, listener: StreamListener): Promise<Position> {
  const read = await reader.xread(
    'COUNT',
    READ_AT_ONCE,
    'BLOCK',
    READ_MS,
    'STREAMS',
    LIVE_STREAM,
    CHANGED_STREAM,
    position.live,
    position.changed,
  )
  const entriesByStream = new Map(read?.map(([stream, entries]) => [stream, entries.map(entryOf)]))
  const live = entriesByStream.get(LIVE_STREAM) ?? []
  const changed = entriesByStream.get(CHANGED_STREAM) ?? []
  if (changed.length > 0) listener.changed(changed)
  if (live.length > 0) listener.live(live)
  return { live: live.at(-1)?.id ?? position.live, changed: changed.at(-1)?.id ?? position.changed }
}

function entryOf([id, words]: [id: string, words: string[]]): StreamEntry {
  const fields = new Map<string, string>()
  for (let at = 0; at + 1 < words.length; at += 2) fields.set(words[at] ?? '', words[at + 1] ?? '')
  return { id, fields }
}
