import type { FastifyRequest } from 'fastify'
import { busy } from './errors.ts'
import { MULTIPART_MAX_BYTES } from './multipart.ts'

const MEBIBYTE = 1024 * 1024
/** Bodies of uploads that may be in memory at once; beside them two decodes of up to 311 MiB fit into a gigabyte. */
const MOST_BYTES = 192 * MEBIBYTE
/** The memory that the server needs without any upload. */
const SERVER_BYTES = 208 * MEBIBYTE
const UPLOADS = 64
const BUSY_SECONDS = 5

export interface UploadSlots {
  /**
   * Takes room for all that this request may send, before a byte of it is read; gives what gives the room back. Throws
   * the `busy` AppError when there is none.
   */
  take(request: Pick<FastifyRequest, 'headers'>): () => void
}

/** Where the system allows little memory, a quarter of what the server leaves of it; room for one picture always. */
function capacityFor(memory: number, processes: number): number {
  const most = MOST_BYTES / processes
  // Node reports 0 when there is no limit.
  const capacity = memory === 0 ? most : (memory / processes - SERVER_BYTES) / 4
  return Math.max(MULTIPART_MAX_BYTES, Math.min(most, capacity))
}

interface Machine {
  /** How many bytes the system lets all our processes have; 0 when it does not say. */
  memory?: number
  /** Among how many of them the memory is divided. */
  processes?: number
}

export function createUploadSlots({
  memory = process.constrainedMemory(),
  processes = 1,
}: Machine = {}): UploadSlots {
  const capacity = capacityFor(memory, processes)
  let bytes = 0
  let uploads = 0
  return {
    take({ headers }) {
      const claimed = Number(headers['content-length'] ?? MULTIPART_MAX_BYTES)
      if (uploads >= UPLOADS || bytes + claimed > capacity) throw busy(BUSY_SECONDS)
      uploads += 1
      bytes += claimed
      return () => {
        uploads -= 1
        bytes -= claimed
      }
    },
  }
}

/** Runs the work in a slot and always releases it. Without `slots`, the work needs no slot. */
export async function inSlot<Result>(
  slots: UploadSlots | undefined,
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const release = slots?.take(request)
  try {
    return await work()
  } finally {
    release?.()
  }
}
