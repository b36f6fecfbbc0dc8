import { ERRORS, Server, type ServerOptions } from '@tus/server'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Permission } from '#contract/access.ts'
import { TUS_PATH } from '#contract/calls.ts'
import { ERROR_STATUS } from '#contract/errors.ts'
import {
  CHUNK_BYTES,
  COURSE_ID_HEADER,
  NO_SPACE,
  OTHER_SIZE,
  UPLOAD_MAX_BYTES,
  UploadPlace,
  VIDEO_ID_HEADER,
} from '#contract/video/uploads.ts'
import { authorizeCaller } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import type { UploadRow } from '#server/data/video-rows.ts'
import { emit } from '#server/events.ts'
import { AppError, busy, TOO_LARGE } from '#server/http/app-error.ts'
import { toAppError } from '#server/http/errors.ts'
import { identify, requestMetaOf, spendLimit } from '#server/http/request.ts'
import { firstCourseOf } from './attach.queries.ts'
import { announceVideo } from './attach.ts'
import { checkRoom, hasRoom } from './space.ts'
import { createUploadLocks, DRAIN_MS } from './upload-locks.ts'
import { UploadStore } from './upload-store.ts'
import { findUpload } from './uploads.queries.ts'
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
import { findVideo } from './videos.queries.ts'

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
        return announceArrival(context, id)
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
        await nameVideo(endpoint, upload, reply)
        await pass(endpoint, { request, reply, id: upload.id })
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
  const { filename, ...place } = metadataIn(metadata)
  const name = filename?.trim() || 'video'
  await beginUpload(settings, { id, ownerId: viewer.id, bytes: Number(length), name, place })
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
async function nameVideo(
  { context, settings }: Endpoint,
  { id, state, bytes }: UploadRow,
  reply: FastifyReply,
): Promise<void> {
  if (state === 'finished') {
    void reply.headers(await arrivalHeaders(context, id))
  } else if ((await receivedOf(settings, id)) === bytes) {
    await completeUpload(settings, id)
    void reply.headers(await announceArrival(context, id))
  }
}

/** Tells browsers that a file has arrived: the owner's of its video, and others of a version that has it. Gives the headers. */
async function announceArrival(context: AppContext, id: string): Promise<Record<string, string>> {
  const { db } = context
  const [headers, upload, video] = await Promise.all([
    arrivalHeaders(context, id),
    findUpload(db, id),
    findVideo(db, videoIdOf(id)),
  ])
  if (video) await announceVideo(context, video)
  if (upload?.course_id) await emit(db, 'revision.saved', { subjectIds: [upload.course_id], context })
  return headers
}

async function arrivalHeaders({ db }: AppContext, id: string): Promise<Record<string, string>> {
  const videoId = videoIdOf(id)
  const courseId = await firstCourseOf(db, videoId)
  return { [VIDEO_ID_HEADER]: videoId, ...(courseId !== undefined && { [COURSE_ID_HEADER]: courseId }) }
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
  /** Gives the headers that name the video. */
  onFinish: (id: string) => Promise<Record<string, string>>
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
    datastore: new UploadStore(folder, {
      hasRoom: () => hasRoom(folder),
      onRefused: (id) => discardUnfinished(settings, id),
    }),
    locker: createUploadLocks(settings),
    lockDrainTimeout: DRAIN_MS,
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: UPLOAD_MAX_BYTES,
    namingFunction: (request) => idIn(request) ?? '',
    getFileIdFromRequest: (request) => idIn(request),
    async onUploadFinish(_request, { id }) {
      return { headers: await onFinish(id) }
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

const Metadata = UploadPlace.extend({ filename: z.string().optional() })

/** What `Upload-Metadata` says: pairs of a key and a text in base64. An empty text says nothing. */
function metadataIn(header: string | string[] | undefined): z.infer<typeof Metadata> {
  const pairs = typeof header === 'string' ? header.split(',').map((pair) => pair.trim().split(' ')) : []
  const texts = pairs.map(([key = '', encoded = '']) => [
    key,
    Buffer.from(encoded, 'base64').toString('utf8').replaceAll(/\p{C}/gu, ''),
  ])
  return Metadata.parse(Object.fromEntries(texts.filter(([, text]) => text !== '')))
}
