import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type BucketSettings, clientOf } from '#server/features/media/bucket-files.ts'
import { busy } from '#server/http/app-error.ts'
import { MASTER } from './transcode.ts'
import { filesBelow, TYPES, type VideoFile, type VideoFiles } from './video-files.ts'

/** The time limits of one operation. */
const READ_MS = 10_000
const WRITE_MS = 60_000
const AT_ONCE = 4
const LISTED_AT_ONCE = 1000
const PREFIX = 'videos/'
const NOT_FOUND = 404

/** Prepared videos in the bucket of the site, below `videos/`: all nodes read them there. */
export function createBucketVideoFiles(settings: BucketSettings): VideoFiles {
  const client = (limit: number) => clientOf(settings, AbortSignal.timeout(limit))
  const keyOf = (id: string, path: string) => `${PREFIX}${id}/${path}`

  async function write(id: string, path: string, bytes: Buffer): Promise<void> {
    const key = keyOf(id, path)
    const answer = await client(WRITE_MS).putObject(key, bytes, TYPES[path.slice(path.lastIndexOf('.') + 1)])
    await answer.arrayBuffer()
    const stored = await client(READ_MS).getContentLength(key)
    if (stored !== bytes.length)
      throw new Error(`The bucket has ${stored} of ${bytes.length} bytes of ${key}`)
  }

  async function* objects(prefix: string) {
    let token: string | undefined
    do {
      const page = await client(READ_MS).listObjectsPaged('/', prefix, LISTED_AT_ONCE, token)
      yield* page?.objects ?? []
      token = page?.nextContinuationToken
    } while (token !== undefined)
  }

  async function filesOf(id: string): Promise<VideoFile[]> {
    const files: VideoFile[] = []
    for await (const { Key, Size } of objects(keyOf(id, '')))
      files.push({ path: Key.slice(keyOf(id, '').length), bytes: Number(Size) })
    return files
  }

  return {
    async store(id, folder) {
      const files = (await filesBelow(folder)).map(({ path }) => path)
      const others = files.filter((path) => path !== MASTER)
      const put = async (path: string) => write(id, path, await readFile(join(folder, path)))
      for (let start = 0; start < others.length; start += AT_ONCE)
        await Promise.all(others.slice(start, start + AT_ONCE).map(put))
      // With its master playlist a video is whole.
      if (files.includes(MASTER)) await put(MASTER)
      await rm(folder, { recursive: true, force: true })
    },
    sizeOf: (id, path) => client(READ_MS).getContentLength(keyOf(id, path)).catch(rejectUnlessMissing),
    async open(id, path, range) {
      const answer = await client(WRITE_MS)
        .getObjectRaw(keyOf(id, path), range === undefined, range?.start, range && range.end + 1)
        .catch(rejectUnlessMissing)
      if (!answer?.body) return
      const content = Readable.from(answer.body, { objectMode: false })
      return { bytes: Number(answer.headers.get('content-length')), content }
    },
    async read(id, path) {
      const answer = await client(WRITE_MS).getObjectResponse(keyOf(id, path)).catch(rejectUnlessMissing)
      return answer ? Buffer.from(await answer.arrayBuffer()) : undefined
    },
    write,
    filesOf,
    async list() {
      const ids = new Set<string>()
      for await (const { Key } of objects(PREFIX)) ids.add(Key.slice(PREFIX.length).split('/', 1)[0] ?? '')
      return [...ids]
    },
    async remove(id) {
      for (const { path } of await filesOf(id)) await client(READ_MS).deleteObject(keyOf(id, path))
    },
  }
}

/** The client may wrap the error of an answer in one of its own. */
function rejectUnlessMissing(error: unknown): undefined {
  const answered = error instanceof Error && !('status' in error) ? error.cause : error
  const isMissing =
    typeof answered === 'object' && answered !== null && 'status' in answered && answered.status === NOT_FOUND
  if (!isMissing) throw Object.assign(busy(), { cause: error })
}
