import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { READ_MS, REDIS_PREFIX } from './redis-names.ts'

/** What is told to everybody's watchers. */
export const LIVE_STREAM = `${REDIS_PREFIX}live`
/** What was written, by which node. */
export const CHANGED_STREAM = `${REDIS_PREFIX}changed`

const READ_AT_ONCE = 500
const PAUSE_MS = 100

export interface StreamEntry {
  id: string
  fields: Map<string, string>
}

export interface StreamListener {
  /** How many of the live stream's newest entries to begin with. */
  tail: number
  /** Where reading begins, or begins again because it is not known what was missed. Oldest first, never empty. */
  begin(entries: StreamEntry[]): void
  /** What was added to the live stream, without a gap since `begin`. */
  live(entries: StreamEntry[]): void
  changed(entries: StreamEntry[]): void
  /** Between `away` and `up`, entries of `changed` may be missed, those of `live` not. */
  up(): void
  /** Called at every try that fails. */
  away(error: unknown): void
}

interface Position {
  live: string
  changed: string
}

export interface Following {
  /** Settles when both streams are read for the first time. */
  began: Promise<void>
  stop(): void
}

/** Reads both streams on one connection until stopped, from where it was whenever the connection breaks. */
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
    // A read that timed out would still take entries, for nobody.
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

/** Where to read on: where it was if the stream still has that place, else behind its newest entries. */
async function reposition(
  reader: Redis,
  former: Position | undefined,
  listener: StreamListener,
): Promise<Position> {
  const [newest] = await reader.xrevrange(CHANGED_STREAM, '+', '-', 'COUNT', 1)
  const changed = newest?.[0] ?? '0-0'
  if (former) {
    const [kept] = await reader.xrange(LIVE_STREAM, former.live, former.live)
    if (kept) return { live: former.live, changed }
  }
  const tail = await reader.xrevrange(LIVE_STREAM, '+', '-', 'COUNT', listener.tail)
  const entries = tail.length > 0 ? tail.toReversed().map(entryOf) : [await beginStream(reader)]
  listener.begin(entries)
  return { live: entries.at(-1)?.id ?? '0-0', changed }
}

/** A place in an empty stream would be no place: it could not be told from one in a stream that was lost. */
async function beginStream(reader: Redis): Promise<StreamEntry> {
  const id = await reader.xadd(LIVE_STREAM, '*', 'begin', '1')
  if (id === null) throw new Error('Redis began no stream')
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
  const found = new Map(read?.map(([stream, entries]) => [stream, entries.map(entryOf)]))
  const live = found.get(LIVE_STREAM) ?? []
  const changed = found.get(CHANGED_STREAM) ?? []
  if (changed.length > 0) listener.changed(changed)
  if (live.length > 0) listener.live(live)
  return { live: live.at(-1)?.id ?? position.live, changed: changed.at(-1)?.id ?? position.changed }
}

function entryOf([id, words]: [id: string, words: string[]]): StreamEntry {
  const fields = new Map<string, string>()
  for (let at = 0; at + 1 < words.length; at += 2) fields.set(words[at] ?? '', words[at + 1] ?? '')
  return { id, fields }
}
