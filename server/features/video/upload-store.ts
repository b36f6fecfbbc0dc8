import { open, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { ERRORS } from '@tus/server'
import { CHUNK_BYTES, UNREADABLE } from '#contract/video/uploads.ts'
import { FILE_HEAD_BYTES, isVideoFile } from '#contract/video/video-file.ts'
import { AppError, TOO_LARGE } from '#server/http/app-error.ts'

const LOOK_EVERY_BYTES = 1024 ** 2

interface Hooks {
  hasRoom: () => Promise<boolean>
  /** Deletes an upload that will never be a video. */
  onRefused: (id: string) => Promise<unknown>
}

/**
 * The files of uploads. A part may be of unknown length: it ends where it is too long, or where the disk has no more room. A file
 * that is no video is refused with its first part.
 */
export class UploadStore extends FileStore {
  readonly #hasRoom: Hooks['hasRoom']
  readonly #onRefused: Hooks['onRefused']

  constructor(directory: string, { hasRoom, onRefused }: Hooks) {
    super({ directory })
    this.extensions = ['creation']
    this.#hasRoom = hasRoom
    this.#onRefused = onRefused
  }

  /** Nothing stays of a part that is too long; of a part that was cut, what arrived. */
  override async write(part: Readable, id: string, offset: number): Promise<number> {
    const limited = Readable.from(limitPart(part, this.#hasRoom))
    const end = await this.#append(limited, id, offset)
    if (offset < FILE_HEAD_BYTES) await this.#checkHead(id, end)
    return end
  }

  async #append(part: Readable, id: string, offset: number): Promise<number> {
    try {
      return await super.write(part, id, offset)
    } catch (error) {
      // The library hides the cause.
      const cause = part.errored
      if (!isTooLong(cause)) throw error
      await truncate(join(this.directory, id), offset)
      throw cause
    }
  }

  /** Throws an AppError as soon as the beginning has arrived of a file that is no video. Nothing stays of it. */
  async #checkHead(id: string, received: number): Promise<void> {
    const { size } = await this.getUpload(id)
    if (received < Math.min(FILE_HEAD_BYTES, size ?? FILE_HEAD_BYTES)) return
    if (isVideoFile(await headOf(join(this.directory, id)))) return
    await this.#onRefused(id)
    throw new AppError('invalid', UNREADABLE)
  }
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FILE_HEAD_BYTES), 0, FILE_HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
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
