import { ERRORS, Server, type ServerOptions } from '@tus/server'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Permission } from '#contract/access.ts'
import { TUS_PATH } from '#contract/calls.ts'
import { ERROR_STATUS } from '#contract/errors.ts'
import {
  CHUNK_BYTES,
  NO_SPACE,
  OTHER_SIZE,
  UPLOAD_MAX_BYTES,
  VIDEO_ID_HEADER,
} from '#contract/video/uploads.ts'
import { authorizeCaller } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import type { UploadRow } from '#server/data/video-rows.ts'
import { AppError, busy, TOO_LARGE } from '#server/http/app-error.ts'
import { toAppError } from '#server/http/errors.ts'
import { identify, requestMetaOf, spendLimit } from '#server/http/request.ts'
import { checkRoom, hasRoom } from './space.ts'
import { createUploadLocks, DRAIN_MS } from './upload-locks.ts'
import { UploadStore } from './upload-store.ts'
import {
  beginUpload,
  completeUpload,
  discardUnfinished,
  newUploadId,
  ownUpload,
  receivedOf,
  type UploadSettings,
  videoIdOf,
} from './uploads.ts'

const RESUMABLE = { 'tus-resumable': '1.0.0' }
const WHOLE = /^\d{1,15}$/

type TusRequest = FastifyRequest<{ Params: { uploadId?: string } }>

interface Endpoint {
  context: AppContext
  settings: UploadSettings
  /** Created for the first request: the library makes its folder where no error can be caught. */
  tus: () => Server
  /** The upload of each request that the library answers. */
  uploads: WeakMap<object, string>
}

/**
 * Mounts the tus 1.0 endpoint. It is no call of the contract, because methods and bodies are those of tus, but it makes the
 * same checks in the same order: rate, token, role, upload. The library speaks the protocol and writes the bytes.
 */
export function tusRoutes(context: AppContext, settings: UploadSettings): void {
  const { app, jobs } = context
  const uploads: Endpoint['uploads'] = new WeakMap()
  const permission = context.permissions.rowOf('uploads', false)
  let created: Server | undefined
  const tus = () => {
    created ??= createTus(settings, {
      log: app.log,
      idOf: (request) => uploads.get(request),
      onFinish: async (id) => {
        await completeUpload(settings, id)
        jobs.wake()
        return videoIdOf(id)
      },
    })
    return created
  }
  const endpoint = { context, settings, tus, uploads }
  const found = new WeakMap<FastifyRequest, UploadRow>()
  const config = { call: 'uploads' } as const

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The library reads the body as a stream.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.route<{ Params: { uploadId?: string } }>({
      method: 'OPTIONS',
      url: TUS_PATH,
      config,
      handler: (request, reply) => pass(endpoint, { request, reply }),
    })
    scope.route<{ Params: { uploadId?: string } }>({
      method: 'POST',
      url: TUS_PATH,
      config,
      async handler(request, reply) {
        const viewer = await identified(context, permission, { request, reply })
        const id = await begin(settings, request, viewer)
        await pass(endpoint, { request, reply, id })
        if (reply.raw.statusCode >= 400) await discardUnfinished(settings, id)
      },
    })
    scope.route<{ Params: { uploadId?: string } }>({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: `${TUS_PATH}/:uploadId`,
      config,
      // Before the body, which is rejected unread.
      async onRequest(request, reply) {
        const viewer = await identified(context, permission, { request, reply })
        const upload = await ownUpload(settings, request.params.uploadId ?? '', viewer.id)
        if (request.method === 'PATCH') await checkRoom(settings, checkSize(request, upload))
        found.set(request, upload)
      },
      async handler(request, reply) {
        const upload = found.get(request)
        if (!upload) throw new Error('An upload was not checked')
        if (request.method === 'DELETE') return remove(settings, upload, reply)
        await nameVideo(settings, upload, reply)
        return pass(endpoint, { request, reply, id: upload.id })
      },
    })
  })
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** The teacher who uploads. */
async function identified(
  context: AppContext,
  permission: Permission,
  { request, reply }: Exchange,
): Promise<Viewer> {
  if (context.damage.isKnown) throw busy()
  const viewer = await identify(context, permission, { request, reply })
  authorizeCaller(permission, viewer)
  if (!viewer) throw new Error('A visitor was let through')
  const { network } = requestMetaOf(request)
  if (request.method === 'POST') await spendLimit(context, { method: 'POST' }, { network, viewer })
  return viewer
}

/** Gives the id of a new upload. Its first part may be the body of the same request. */
async function begin(settings: UploadSettings, request: FastifyRequest, viewer: Viewer): Promise<string> {
  const { 'upload-length': length, 'upload-metadata': metadata } = request.headers
  if (typeof length !== 'string' || !WHOLE.test(length)) throw new AppError('invalid', 'Invalid request.')
  checkSize(request, { bytes: Number(length) })
  const id = newUploadId(settings.node)
  await beginUpload(settings, { id, ownerId: viewer.id, bytes: Number(length), name: nameIn(metadata) })
  return id
}

/** Throws for a part without a place in its upload, and for one that is too long. Gives how long it can be. */
function checkSize({ headers }: FastifyRequest, { bytes }: Pick<UploadRow, 'bytes'>): number {
  const { 'content-length': length, 'upload-offset': offset = '0' } = headers
  if (typeof offset !== 'string' || !WHOLE.test(offset)) throw new AppError('invalid', 'Invalid request.')
  const left = bytes - Number(offset)
  // The store counts the bytes of a part of unknown length.
  if (length === undefined) return Math.min(left, CHUNK_BYTES)
  if (Number(length) > CHUNK_BYTES) throw new AppError('too_large', TOO_LARGE)
  if (Number(length) > left) throw new AppError('conflict', OTHER_SIZE)
  return Number(length)
}

/** Names the video of an upload that has arrived. A server that stopped after the last byte left it unfinished. */
async function nameVideo(settings: UploadSettings, { id, state, bytes }: UploadRow, reply: FastifyReply) {
  const isWhole = state === 'receiving' && (await receivedOf(settings, id)) === bytes
  if (isWhole) await completeUpload(settings, id)
  if (isWhole || state === 'finished') void reply.header(VIDEO_ID_HEADER, videoIdOf(id))
}

/** The library writes to the connection itself, with the headers of our hooks. */
async function pass(
  { tus, uploads }: Endpoint,
  { request, reply, id }: { request: TusRequest; reply: FastifyReply; id?: string },
): Promise<void> {
  if (id !== undefined) uploads.set(request.raw, id)
  reply.hijack()
  // Fastify, our limits and the library each wait for its end.
  reply.raw.setMaxListeners(20)
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  await tus().handle(request.raw, reply.raw)
}

async function remove(settings: UploadSettings, { id }: UploadRow, reply: FastifyReply) {
  // It may have arrived since the check.
  if (!(await discardUnfinished(settings, id)))
    throw new AppError('conflict', 'This file has arrived already.')
  return reply.headers(RESUMABLE).status(204).send()
}

interface Hooks {
  log: FastifyBaseLogger
  idOf: (request: object) => string | undefined
  /** Gives the id of the video. */
  onFinish: (id: string) => Promise<string>
}

type TusMessage = Parameters<NonNullable<ServerOptions['namingFunction']>>[0]

function createTus(settings: UploadSettings, { log, idOf, onFinish }: Hooks): Server {
  const idIn = (request: TusMessage) => {
    const raw = request.runtime?.node?.req
    return raw && idOf(raw)
  }
  const { folder, onShortage } = settings
  return new Server({
    path: TUS_PATH,
    datastore: new UploadStore(folder, () => hasRoom(folder)),
    locker: createUploadLocks(settings),
    lockDrainTimeout: DRAIN_MS,
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: UPLOAD_MAX_BYTES,
    namingFunction: (request) => idIn(request) ?? '',
    getFileIdFromRequest: (request) => idIn(request),
    async onUploadFinish(_request, { id }) {
      return { headers: { [VIDEO_ID_HEADER]: await onFinish(id) } }
    },
    async onResponseError(_request, error) {
      if (!('body' in error)) {
        const { code, message } = toAppError(error)
        if (!(error instanceof AppError)) log.error({ err: error }, 'an upload failed')
        return { status_code: ERROR_STATUS[code], body: message }
      }
      if (error.body === ERRORS.ERR_MAX_SIZE_EXCEEDED.body)
        return { status_code: ERROR_STATUS.conflict, body: OTHER_SIZE }
      // The library hides why a file could not be written; almost always the disk is full.
      if (!error.body.includes('Something went wrong receiving')) return
      await onShortage()
      return { status_code: ERROR_STATUS.no_space, body: NO_SPACE }
    },
  })
}

/** The file name in `Upload-Metadata`: pairs of a key and base64. */
function nameIn(metadata: string | string[] | undefined): string {
  const pairs = typeof metadata === 'string' ? metadata.split(',').map((pair) => pair.trim().split(' ')) : []
  const encoded = pairs.find(([key]) => key === 'filename')?.[1] ?? ''
  const name = Buffer.from(encoded, 'base64').toString('utf8').replaceAll(/\p{C}/gu, '').trim()
  return name === '' ? 'video' : name
}
