import { LRUCache } from 'lru-cache'
import type { FileStore } from '#server/files/file-store.ts'

const MIB = 1024 * 1024
const CACHE_BYTES = 64 * MIB
/** Of the answers that are being sent. Slow readers must not fill the memory with segments that nobody else requests. */
const SENDING_BYTES = 128 * MIB
const FILE_BYTES = 4 * MIB
const TTL_MS = 60_000
const REQUESTED_MAX = 2000

/**
 * Files of videos that are requested more than once within a minute, for example by a class that begins a lesson together.
 * Memory sends them several times as fast as a disk, and a bucket is read once.
 */
export function createSegmentCache(files: Pick<FileStore, 'read'>) {
  const requested = new LRUCache<string, 'once' | 'large'>({ max: REQUESTED_MAX, ttl: TTL_MS })
  const cache = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    maxEntrySize: FILE_BYTES,
    sizeCalculation: (bytes) => Math.max(1, bytes.length),
    ttl: TTL_MS,
    updateAgeOnGet: true,
    fetchMethod: (name) => files.read(name),
  })
  let sending = 0

  return {
    /** The bytes of the file; `undefined` at the first request, and for a file that is too large for the cache. */
    async get(name: string): Promise<Buffer | undefined> {
      if (cache.has(name) || sending > SENDING_BYTES) return cache.get(name)
      const before = requested.get(name)
      if (before === undefined) requested.set(name, 'once')
      if (before !== 'once') return undefined
      const bytes = await cache.fetch(name)
      if (bytes && bytes.length > FILE_BYTES) requested.set(name, 'large')
      return bytes
    },
    /** Counts the bytes as being sent until the answer closes. */
    countSending(bytes: Buffer, answer: NodeJS.EventEmitter): void {
      sending += bytes.length
      answer.once('close', () => {
        sending -= bytes.length
      })
    },
  }
}
