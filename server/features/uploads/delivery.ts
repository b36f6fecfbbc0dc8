import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import type { Secrets } from '#server/auth/secret-key.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { IMMUTABLE } from '#server/http/respond.ts'
import { createHotFiles } from './hot-files.ts'
import { MASTER } from './transcode.ts'
import { isVideoFile, type Part, READ_BYTES, TYPES, type VideoFiles } from './video-files.ts'

const HOUR = 3_600_000
const VALID_HOURS = 6

const HEADERS = {
  'cache-control': IMMUTABLE,
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

/** The library hands `highWaterMark` on to the one that reads the file. */
const SENDING = { cacheControl: false, highWaterMark: READ_BYTES }

/**
 * The address of a file of a video, valid for six hours and less than one more: everyone who gets it within the same hour
 * gets the same one, so that caches between share it. Only users who may watch get it, with the course.
 */
export function signedAddress(
  secrets: Secrets,
  { id, path = MASTER }: { id: string; path?: string },
): string {
  const until = (Math.ceil(Date.now() / HOUR) + VALID_HOURS) * HOUR
  return `/v/${secrets.sign(`video ${id}`, String(until))}/${id}/${path}`
}

/** Whether a signature of `signedAddress` still holds for this video. */
function isValid(secrets: Secrets, { id, signature }: { id: string; signature: string }): boolean {
  const until = secrets.verify(`video ${id}`, signature)
  return until !== undefined && Number(until) > Date.now()
}

interface Delivery {
  secrets: Secrets
  files: VideoFiles
  /** Where the files are on this machine; `undefined` when they are in a bucket. */
  folder: string | undefined
}

/**
 * Serves the files of prepared videos. The signature in the path stands for the permission, so that Safari and caches need
 * no header; playlists name their segments relatively and so pass it on.
 */
export async function deliverVideos(
  { app }: AppContext,
  { secrets, files, folder }: Delivery,
): Promise<void> {
  const hot = createHotFiles(files)
  await app.register(async (scope) => {
    // Ranges, dates and ETags of files are the library's.
    if (folder !== undefined) {
      await scope.register(fastifyStatic, { root: folder, serve: false, cacheControl: false })
    }
    scope.get<{ Params: Address }>('/v/:signature/:id/*', async ({ params, headers }, reply) => {
      const { id, '*': path } = params
      check(secrets, params)
      // Our limits, Fastify and the stream each wait for its end.
      reply.raw.setMaxListeners(20)
      void reply.headers(HEADERS).type(TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? '')
      const bytes = headers.range === undefined ? await hot.get(id, path) : undefined
      if (bytes) {
        hot.sending(bytes, reply.raw)
        return reply.header('accept-ranges', 'bytes').send(bytes)
      }
      if (folder !== undefined) return reply.sendFile(`${id}/${path}`, SENDING)
      return sendPart(reply, await files.open(id, path, rangeIn(headers.range)), headers.range)
    })
  })
}

interface Address {
  signature: string
  id: string
  '*': string
}

/** Throws unless the address names a file that a video can have, and its signature holds. */
function check(secrets: Secrets, { signature, id, '*': path }: Address): void {
  if (!isVideoFile(id, path)) throw new AppError('not_found', 'Not found.')
  if (!isValid(secrets, { id, signature })) throw new AppError('forbidden', 'This address has expired.')
}

function sendPart(reply: FastifyReply, part: Part | undefined, range: string | undefined): FastifyReply {
  if (!part) throw new AppError('not_found', 'Not found.')
  const { start, end, size, content } = part
  void reply.header('accept-ranges', 'bytes').header('content-length', end - start + 1)
  if (rangeIn(range)) void reply.status(206).header('content-range', `bytes ${start}-${end}/${size}`)
  return reply.send(content)
}

/** Parses a single range with a first byte. Other ranges are ignored, so the answer is the whole file, as HTTP allows. */
function rangeIn(header: string | undefined): { start: number; end?: number } | undefined {
  const [, start, end] = /^bytes=(\d{1,12})-(\d{0,12})$/.exec(header ?? '') ?? []
  if (start === undefined) return undefined
  return { start: Number(start), ...(end && { end: Number(end) }) }
}
