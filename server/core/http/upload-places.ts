import type { FastifyRequest } from 'fastify'
import { busy } from './errors.ts'
import { MULTIPART_MAX_BYTES } from './multipart.ts'

/** Bodies of uploads that may be in memory at once; beside them two decodes of up to 311 MiB fit into a gigabyte. */
const BYTES = 192 * 1024 * 1024
const UPLOADS = 64
const BUSY_SECONDS = 5

export interface UploadPlaces {
  /**
   * Takes room for all that this request may send, before a byte of it is read; gives what gives the room back. Throws
   * the `busy` Refusal when there is none.
   */
  take(request: FastifyRequest): () => void
}

export function createUploadPlaces(): UploadPlaces {
  let bytes = 0
  let uploads = 0
  return {
    take({ headers }) {
      const claimed = Number(headers['content-length'] ?? MULTIPART_MAX_BYTES)
      if (uploads >= UPLOADS || bytes + claimed > BYTES) throw busy(BUSY_SECONDS)
      uploads += 1
      bytes += claimed
      return () => {
        uploads -= 1
        bytes -= claimed
      }
    },
  }
}

/** Works in a place that is given back however the work ends; without `places` none is needed. */
export async function inPlace<Result>(
  places: UploadPlaces | undefined,
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const leave = places?.take(request)
  try {
    return await work()
  } finally {
    leave?.()
  }
}
