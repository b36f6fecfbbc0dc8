import { LRUCache } from 'lru-cache'
import { S3mini } from 's3mini'
import { busy } from '#server/http/app-error.ts'
import { type ImageFiles, locationOf, type StoredFile } from './image-files.ts'

export interface BucketSettings {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** The time limit of one operation, retries included. */
const WHOLE_MS = 10_000
const ONE_TRY_MS = 4500
const CHECK_MS = 2500
const LISTED_AT_ONCE = 1000
const DELETED_AT_ONCE = 8
const CACHE = { max: 1000, maxSize: 32 * 1024 * 1024, ttl: 600_000 }

/** Pictures have the same path in the bucket and on this site, so a CDN can read from either. */
const PREFIX = 'media/'

export interface BucketFiles extends ImageFiles {
  /** Throws when the bucket does not answer. */
  check(): Promise<void>
}

/** Pictures in an S3-compatible bucket. An incomplete or late response becomes a 503 and is never cached. */
export function createBucketFiles(settings: BucketSettings): BucketFiles {
  const cache = new LRUCache<string, Buffer>({
    ...CACHE,
    sizeCalculation: (bytes) => bytes.length + 1,
    fetchMethod: read,
  })

  async function read(file: string): Promise<Buffer | undefined> {
    const response = await clientOf(settings, AbortSignal.timeout(WHOLE_MS)).getObjectResponse(keyOf(file))
    if (response === null) return
    const bytes = Buffer.from(await response.arrayBuffer())
    if (!isWhole(bytes)) throw new Error(`The bucket gave ${bytes.length} bytes of ${file}`)
    return bytes
  }

  return {
    isShared: true,
    async write(name, versions) {
      const whole = AbortSignal.timeout(WHOLE_MS)
      const put = ({ width, bytes }: { width: number; bytes: Buffer }) =>
        putWhole(settings, { key: keyOf(`${name}-${width}.webp`), bytes, whole })
      await Promise.all(versions.map(put)).catch(failBusy)
    },
    async open(file) {
      const bytes = await cache.fetch(file).catch(failBusy)
      return bytes && { size: bytes.length, content: bytes }
    },
    read,
    async *list() {
      let token: string | undefined
      do {
        const page = await clientOf(settings, AbortSignal.timeout(WHOLE_MS)).listObjectsPaged(
          '/',
          PREFIX,
          LISTED_AT_ONCE,
          token,
        )
        if (!page?.objects) throw new Error('There is no such bucket')
        yield page.objects.flatMap(storedFile)
        token = page.nextContinuationToken
      } while (token !== undefined)
    },
    async discard(files) {
      for (let start = 0; start < files.length; start += DELETED_AT_ONCE) {
        const client = clientOf(settings, AbortSignal.timeout(WHOLE_MS))
        const some = files.slice(start, start + DELETED_AT_ONCE)
        await Promise.allSettled(some.map((file) => client.deleteObject(keyOf(file))))
      }
    },
    async check() {
      const isThere = await clientOf(settings, AbortSignal.timeout(CHECK_MS)).bucketExists()
      if (!isThere) throw new Error('The bucket is not there, or not ours')
    },
  }
}

/** A client that aborts its requests and response bodies with `signal`. */
export function clientOf({ endpoint, bucket, ...rest }: BucketSettings, signal: AbortSignal): S3mini {
  return new S3mini({
    ...rest,
    endpoint: `${endpoint}/${bucket}`,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers)
      // For clients that read the bucket directly: the content of a name never changes.
      if (init?.method === 'PUT') headers.set('cache-control', 'public, max-age=31536000, immutable')
      return fetch(input, { ...init, headers, signal })
    },
  })
}

interface Put {
  key: string
  bytes: Buffer
  whole: AbortSignal
}

/** Uploads a file with one retry, which is safe as a name always has the same bytes. Then checks the stored size. */
async function putWhole(settings: BucketSettings, { key, bytes, whole }: Put): Promise<void> {
  const put = async () => {
    const client = clientOf(settings, AbortSignal.any([whole, AbortSignal.timeout(ONE_TRY_MS)]))
    const answer = await client.putObject(key, bytes, 'image/webp')
    await answer.arrayBuffer()
    const stored = await client.getContentLength(key)
    if (stored !== bytes.length)
      throw new Error(`The bucket has ${stored} of ${bytes.length} bytes of ${key}`)
  }
  await put().catch(put)
}

function failBusy(error: unknown): never {
  throw Object.assign(busy(), { cause: error })
}

function keyOf(file: string): string {
  return `${PREFIX}${file}`
}

/** `undefined` for an object that is not a picture of this site. */
function storedFile({
  Key,
  Size,
  LastModified,
}: {
  Key: string
  Size: number
  LastModified: Date
}): StoredFile[] {
  const file = Key.slice(PREFIX.length)
  if (!locationOf('', file)) return []
  return [{ file, bytes: Number(Size), changedAt: new Date(LastModified).getTime() }]
}

/** Compares the size with the length in the WebP header. */
function isWhole(bytes: Buffer): boolean {
  return (
    bytes.length > 12 &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.readUInt32LE(4) + 8 === bytes.length
  )
}
