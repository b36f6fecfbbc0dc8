import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { type AskedRange, type Range, rangeWithin, readRange } from './byte-range.ts'
import { createHotFiles } from './hot-files.ts'
import { isValidSignature } from './signed-address.ts'
import { isVideoFile, TYPES, type VideoFiles } from './video-files.ts'

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
  files: VideoFiles,
): void {
  const hot = createHotFiles(files)
  app.get<{ Params: { signature: string; id: string; '*': string } }>(
    '/v/:signature/:id/*',
    async ({ params, headers }, reply) => {
      const { signature, id, '*': path } = params
      if (!isVideoFile(id, path)) throw notFound()
      if (!(await isValidSignature({ db, secrets }, { id, signature })))
        throw new AppError('forbidden', 'This address has expired.')
      // Our limits, Fastify and the stream each wait for its end.
      reply.raw.setMaxListeners(20)
      const asked = readRange(headers.range)
      const kept = asked ? undefined : await hot.get(id, path)
      if (kept) hot.sending(kept, reply.raw)
      const content = kept ?? (await openPart(reply, { files, id, path, asked }))
      return reply
        .headers(HEADERS)
        .type(TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? '')
        .send(content)
    },
  )
}

const notFound = () => new AppError('not_found', 'Not found.')

interface Asked {
  files: VideoFiles
  id: string
  path: string
  asked: AskedRange | undefined
}

/** Opens a file, or the part that was asked for, and sets the headers of its length. */
async function openPart(reply: FastifyReply, { files, id, path, asked }: Asked): Promise<Readable> {
  const part = asked && (await partOf(reply, { files, id, path, asked }))
  const opened = await files.open(id, path, part?.range)
  if (!opened) throw notFound()
  void reply.header('content-length', opened.bytes)
  if (part) {
    const { range, size } = part
    void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  }
  return opened.content
}

/** The part within the size of the file. Throws the 416 AppError when the file has none of the bytes. */
async function partOf(
  reply: FastifyReply,
  { files, id, path, asked }: Asked & { asked: AskedRange },
): Promise<{ range: Range; size: number }> {
  const size = await files.sizeOf(id, path)
  if (size === undefined) throw notFound()
  const range = rangeWithin(asked, size)
  if (range) return { range, size }
  void reply.header('content-range', `bytes */${size}`)
  throw new AppError('range_not_satisfiable', 'The file does not have this part.')
}
