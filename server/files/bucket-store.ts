import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { S3mini } from 's3mini'
import { busy } from '#server/http/app-error.ts'
import { filesBelow } from './disk-store.ts'
import { type FileKind, type FileStore, mediaTypeOf, type NewFile, type StoredFile } from './file-store.ts'

export interface BucketSettings {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const CHECK_MS = 2500
const LISTED_AT_ONCE = 1000
const WRITTEN_AT_ONCE = 4
const DELETED_AT_ONCE = 8
const NOT_FOUND = 404

/** Writes, lists and deletes the objects of one kind, which have the same paths in the bucket as on this site. */
function createObjects(settings: BucketSettings, { folder, names, tryMs, wholeMs }: FileKind) {
  const prefix = `${folder}/`
  const client = (limit = wholeMs) => clientOf(settings, AbortSignal.timeout(limit))

  /** Writes a file with one retry, which is safe as a name always has the same bytes. Then checks the stored size. */
  async function write({ name, bytes }: NewFile): Promise<void> {
    const whole = AbortSignal.timeout(wholeMs)
    const key = prefix + name
    const put = async () => {
      const bucket = clientOf(settings, AbortSignal.any([whole, AbortSignal.timeout(tryMs)]))
      await (await bucket.putObject(key, bytes, mediaTypeOf(name))).arrayBuffer()
      const stored = await bucket.getContentLength(key)
      if (stored !== bytes.length)
        throw new Error(`The bucket has ${stored} of ${bytes.length} bytes of ${key}`)
    }
    await put().catch(put)
  }

  async function* list(within?: string): AsyncGenerator<StoredFile[]> {
    const start = within === undefined ? prefix : `${prefix}${within}/`
    let token: string | undefined
    do {
      const page = await client().listObjectsPaged('/', start, LISTED_AT_ONCE, token)
      if (!page?.objects) throw new Error('There is no such bucket')
      const files = page.objects.map(({ Key, Size, LastModified }) => ({
        name: Key.slice(prefix.length),
        bytes: Number(Size),
        changedAt: new Date(LastModified).getTime(),
      }))
      yield files.filter(({ name }) => names.test(name))
      token = page.nextContinuationToken
    } while (token !== undefined)
  }

  async function remove(files: string[]): Promise<void> {
    for (let start = 0; start < files.length; start += DELETED_AT_ONCE) {
      const some = files.slice(start, start + DELETED_AT_ONCE)
      await Promise.allSettled(some.map((name) => client().deleteObject(prefix + name)))
    }
  }

  return { prefix, client, write, list, remove }
}

/** Files in an S3-compatible bucket, from which a CDN can read as well. A bucket that fails or is late is a 503. */
export function createBucketStore(settings: BucketSettings, kind: FileKind): FileStore {
  const { prefix, client, write, list, remove } = createObjects(settings, kind)
  return {
    isShared: true,
    location: `the bucket ${settings.bucket}`,
    put: async (files) => {
      await Promise.all(files.map(write)).catch(failBusy)
    },
    async putFolder(name, from, last) {
      const paths = (await filesBelow(from)).map((file) => file.name)
      const others = paths.filter((path) => path !== last)
      const put = async (path: string) =>
        write({ name: `${name}/${path}`, bytes: await readFile(join(from, path)) })
      for (let start = 0; start < others.length; start += WRITTEN_AT_ONCE)
        await Promise.all(others.slice(start, start + WRITTEN_AT_ONCE).map(put))
      if (paths.includes(last)) await put(last)
      await rm(from, { recursive: true, force: true })
    },
    sizeOf: (name) =>
      client()
        .getContentLength(prefix + name)
        .catch(rejectUnlessMissing),
    async open(name, range) {
      const answer = await client()
        .getObjectRaw(prefix + name, range === undefined, range?.start, range && range.end + 1)
        .catch(rejectUnlessMissing)
      if (!answer?.body) return
      const content = Readable.from(answer.body, { objectMode: false })
      return { size: Number(answer.headers.get('content-length')), content }
    },
    async read(name) {
      const answer = await client()
        .getObjectResponse(prefix + name)
        .catch(rejectUnlessMissing)
      return answer ? Buffer.from(await answer.arrayBuffer().catch(failBusy)) : undefined
    },
    list,
    async folders() {
      const pages = await Array.fromAsync(list())
      return [...new Set(pages.flat().map(({ name }) => name.split('/', 1).join()))]
    },
    remove,
    async removeFolder(name) {
      for await (const files of list(name)) await remove(files.map((file) => file.name))
    },
    async check() {
      if (!(await client(CHECK_MS).bucketExists()))
        throw new Error('The bucket is missing, or belongs to somebody else')
    },
  }
}

/** A client that aborts its requests and response bodies with `signal`. */
function clientOf({ endpoint, bucket, ...options }: BucketSettings, signal: AbortSignal): S3mini {
  return new S3mini({
    ...options,
    endpoint: `${endpoint}/${bucket}`,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers)
      // For clients that read the bucket directly: the content of a name never changes.
      if (init?.method === 'PUT') headers.set('cache-control', 'public, max-age=31536000, immutable')
      return fetch(input, { ...init, headers, signal })
    },
  })
}

function failBusy(error: unknown): never {
  throw Object.assign(busy(), { cause: error })
}

/** The client may wrap the error of an answer in one of its own. */
function rejectUnlessMissing(error: unknown): undefined {
  const answered = error instanceof Error && !('status' in error) ? error.cause : error
  const isMissing =
    typeof answered === 'object' && answered !== null && 'status' in answered && answered.status === NOT_FOUND
  if (!isMissing) failBusy(error)
}
