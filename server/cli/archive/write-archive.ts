import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Header } from 'tar'

const BLOCK = 512

export function entry(path: string, bytes: Buffer): Buffer {
  const block = Buffer.alloc(BLOCK)
  const header = new Header({ path, size: bytes.length, type: 'File', mode: 0o640, mtime: new Date(0) })
  if (header.encode(block)) throw new Error(`${path} does not fit into a plain tar header`)
  const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)
  return Buffer.concat([block, bytes, padding])
}

export const END = Buffer.alloc(2 * BLOCK)

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * Writes `chunks` to a temporary file, makes it durable and only then gives it its name, so a file with that name is complete.
 * Throws and leaves nothing if the file exists already, even if it was created meanwhile.
 */
export async function writeWhole(file: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const temporary = `${file}.${randomBytes(4).toString('hex')}.unfinished`
  try {
    const out = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true })
    const source = Readable.from(chunks, { objectMode: false })
    if (/\.t?gz$/.test(file)) await pipeline(source, createGzip({ level: 3 }), out)
    else await pipeline(source, out)
    // Unlike a rename, a link does not replace a file; some file systems have no links.
    await link(temporary, file).catch(async (error: unknown) => {
      if (existsSync(file)) throw error
      await rename(temporary, file)
    })
  } finally {
    await rm(temporary, { force: true })
  }
  await syncToDisk(dirname(file))
}

/** Makes the content of a file, or the names in a folder, durable. */
export async function syncToDisk(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}
