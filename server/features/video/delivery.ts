import type { FastifyReply } from 'fastify'
import type { AppContext } from '#server/context.ts'
import { type FileStore, mediaTypeOf, type OpenFile, type Range } from '#server/files/file-store.ts'
import { AppError } from '#server/http/app-error.ts'
import { type CourseShowing, isValidSignature } from './playable.ts'
import { createSegmentCache } from './segment-cache.ts'
import { isVideoFile } from './video-files.ts'

const HEADERS = {
  // The address ends with its course, so no cache that others share may keep the file.
  'cache-control': 'private, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'accept-ranges': 'bytes',
}

/**
 * Serves the files of prepared videos. The signature in the path stands for the permission, so that Safari needs no header;
 * playlists name their segments relatively and so pass it on.
 */
export function deliverVideos(
  { app, db, secrets }: Pick<AppContext, 'app' | 'db' | 'secrets'>,
  { files, courseShowing }: { files: FileStore; courseShowing: CourseShowing },
): void {
  const cache = createSegmentCache(files)
  app.get<{ Params: { signature: string; id: string; '*': string } }>(
    '/v/:signature/:id/*',
    async ({ params, headers }, reply) => {
      const { signature, id, '*': path } = params
      const name = `${id}/${path}`
      if (!isVideoFile(name)) throw notFound()
      if (!(await isValidSignature({ db, secrets, courseShowing }, { id, signature })))
        throw new AppError('forbidden', 'This address has expired.')
      // Our limits, Fastify and the stream each wait for its end.
      reply.raw.setMaxListeners(20)
      const requested = readRange(headers.range)
      const cached = requested ? undefined : await cache.get(name)
      if (cached) cache.countSending(cached, reply.raw)
      const content = cached ?? (await openPart(reply, { files, name, requested }))
      return reply.headers(HEADERS).type(mediaTypeOf(name)).send(content)
    },
  )
}

const notFound = () => new AppError('not_found', 'Not found.')

interface Requested {
  files: FileStore
  name: string
  requested: RequestedRange | undefined
}

/** Opens a file, or the requested part, and sets the headers of its length. */
async function openPart(
  reply: FastifyReply,
  { files, name, requested }: Requested,
): Promise<OpenFile['content']> {
  const part = requested && (await partOf(reply, { files, name, requested }))
  const opened = await files.open(name, part?.range)
  if (!opened) throw notFound()
  void reply.header('content-length', opened.size)
  if (part) {
    const { range, size } = part
    void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  }
  return opened.content
}

/** The part within the size of the file. Throws the 416 AppError when the file has none of the bytes. */
async function partOf(
  reply: FastifyReply,
  { files, name, requested }: Requested & { requested: RequestedRange },
): Promise<{ range: Range; size: number }> {
  const size = await files.sizeOf(name)
  if (size === undefined) throw notFound()
  const range = rangeWithin(requested, size)
  if (range) return { range, size }
  void reply.header('content-range', `bytes */${size}`)
  throw new AppError('range_not_satisfiable', 'The file does not have this part.')
}

/** What a client requests, before the size of the file is known. */
type RequestedRange = { start: number; end?: number } | { last: number }

/** Reads a `Range` of one part. Ignores any other, so the answer is the whole file, as HTTP allows. */
function readRange(header: string | undefined): RequestedRange | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined) return undefined
  if (first === '') return last === '' ? undefined : { last: Number(last) }
  if (last === '') return { start: Number(first) }
  return Number(last) < Number(first) ? undefined : { start: Number(first), end: Number(last) }
}

/** The range within a file of this size; `undefined` when the file has none of its bytes. */
function rangeWithin(requested: RequestedRange, size: number): Range | undefined {
  const { start, end = size - 1 } =
    'last' in requested ? { start: Math.max(0, size - requested.last) } : requested
  return start < size && start <= end ? { start, end: Math.min(end, size - 1) } : undefined
}
