import { LRUCache } from 'lru-cache'
import { idsIn, type Tags } from './tags.ts'

const ENTRIES_MAX = 500
const BYTES_MAX = 32 * 1024 * 1024
/** Writes invalidate entries at once; the time limit is for dates in pages and for writes that cannot be noticed. */
const TTL_MS = 10_000
const TTL_UNNOTICED_MS = 1000

export interface CachedResponse {
  status: number
  /** Names and values in turn, as `writeHead` takes them; without those that describe the body. */
  headers: string[]
  etag: string
  contentType: string
  body: Buffer
  /** Compressed forms of the body, made when they are first asked for. */
  compressed: Map<'br' | 'gzip', Buffer>
  tags: ReadonlySet<string>
}

export interface ResponseCache {
  get(key: string): CachedResponse | undefined
  /** Stores a response unless something was invalidated after `generation`. */
  set(key: string, response: CachedResponse, generation: number): void
  invalidate(tags: Tags): void
  /** Grows with each invalidation; read it before reading the data of a response. */
  readonly generation: number
  /** How many responses were found so far, for the metrics. */
  readonly hits: number
}

/**
 * Responses that are the same for every visitor. Each is tagged with the ids in its address and body, so that no handler has to
 * say, or can forget to say, what it shows. `allWritesSeen` is false while writes of other processes may go unnoticed.
 */
export function createResponseCache(allWritesSeen: () => boolean): ResponseCache {
  const entries = new LRUCache<string, CachedResponse>({
    max: ENTRIES_MAX,
    maxSize: BYTES_MAX,
    sizeCalculation: ({ body, tags }) => 2 * body.length + 100 * tags.size + 1000,
  })
  let generation = 0
  let hits = 0
  return {
    get(key) {
      const found = entries.get(key)
      if (found) hits += 1
      return found
    },
    set(key, response, since) {
      if (since === generation)
        entries.set(key, response, { ttl: allWritesSeen() ? TTL_MS : TTL_UNNOTICED_MS })
    },
    invalidate(tags) {
      generation += 1
      if (tags === 'everything') return entries.clear()
      for (const [key, { tags: shown }] of entries.entries())
        if (tags.some((tag) => shown.has(tag))) entries.delete(key)
    },
    get generation() {
      return generation
    },
    get hits() {
      return hits
    },
  }
}

/** The ids that a response shows. Only texts are searched. */
export function tagsOf(address: string, contentType: string, body: Buffer): string[] {
  const isText = /^(text|application\/(json|xml))/.test(contentType)
  return idsIn(isText ? `${address} ${body.toString()}` : address)
}
