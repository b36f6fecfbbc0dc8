import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { ERRORS } from '@tus/server'
import { CHUNK_BYTES } from '#contract/video/uploads.ts'
import { AppError, TOO_LARGE } from '#server/http/app-error.ts'

const LOOK_EVERY_BYTES = 1024 ** 2

/** The files of uploads. A part may be of unknown length: it ends where it is too long, or where the disk has no more room. */
export class UploadStore extends FileStore {
  readonly #hasRoom: () => Promise<boolean>

  constructor(directory: string, hasRoom: () => Promise<boolean>) {
    super({ directory })
    this.extensions = ['creation']
    this.#hasRoom = hasRoom
  }

  /** Nothing stays of a part that is too long; of a part that was cut, what arrived. */
  override async write(part: Readable, id: string, offset: number): Promise<number> {
    const limited = Readable.from(limitPart(part, this.#hasRoom))
    try {
      return await super.write(limited, id, offset)
    } catch (error) {
      // The library hides the cause.
      const cause = limited.errored
      if (!isTooLong(cause)) throw error
      await truncate(join(this.directory, id), offset)
      throw cause
    }
  }
}

/** Longer than one request may be, or, as the library finds, than its upload. */
const isTooLong = (cause: Error | null): cause is Error =>
  cause instanceof AppError || cause?.message === ERRORS.ERR_MAX_SIZE_EXCEEDED.body

/** Passes a part on. Throws an AppError when it is longer than one request may be. */
async function* limitPart(
  part: AsyncIterable<Buffer>,
  hasRoom: () => Promise<boolean>,
): AsyncGenerator<Buffer> {
  let [passed, looked] = [0, 0]
  for await (const bytes of part) {
    passed += bytes.length
    if (passed > CHUNK_BYTES) throw new AppError('too_large', TOO_LARGE)
    if (passed - looked >= LOOK_EVERY_BYTES) {
      if (!(await hasRoom())) throw new Error('The disk has no more room.')
      looked = passed
    }
    yield bytes
  }
}
