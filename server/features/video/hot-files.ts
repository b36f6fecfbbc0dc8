import { LRUCache } from 'lru-cache'
import type { VideoFiles } from './video-files.ts'

const MIB = 1024 * 1024
const KEPT_BYTES = 64 * MIB
/** Of the answers that are being sent. Slow readers must not fill the memory with segments that nobody else wants. */
const SENT_BYTES = 128 * MIB
const FILE_BYTES = 4 * MIB
const AGAIN_MS = 60_000
const ASKED_FOR = 2000

/**
 * Files of videos that several viewers ask for within a minute, as a class that begins a lesson together does. Memory sends
 * them several times as fast as a disk, and a bucket is asked once.
 */
export function createHotFiles(files: Pick<VideoFiles, 'read'>) {
  const asked = new LRUCache<string, 'once' | 'large'>({ max: ASKED_FOR, ttl: AGAIN_MS })
  const kept = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    maxEntrySize: FILE_BYTES,
    sizeCalculation: (bytes) => Math.max(1, bytes.length),
    ttl: AGAIN_MS,
    updateAgeOnGet: true,
  })
  let sent = 0

  async function keep(key: string, bytes: Promise<Buffer | undefined>): Promise<Buffer | undefined> {
    const read = await bytes
    if (read && read.length > FILE_BYTES) asked.set(key, 'large')
    else if (read) kept.set(key, read)
    return read
  }

  return {
    /** The bytes of the file; `undefined` the first time, and for a file that is too large to keep. */
    async get(id: string, path: string): Promise<Buffer | undefined> {
      const key = `${id}/${path}`
      const bytes = kept.get(key)
      if (bytes || sent > SENT_BYTES) return bytes
      const before = asked.get(key)
      if (before === undefined) asked.set(key, 'once')
      return before === 'once' ? keep(key, files.read(id, path)) : undefined
    },
    /** Counts the bytes as being sent until the answer closes. */
    sending(bytes: Buffer, answer: NodeJS.EventEmitter): void {
      sent += bytes.length
      answer.once('close', () => {
        sent -= bytes.length
      })
    },
  }
}
