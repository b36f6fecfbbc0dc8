import { FileStore } from '@tus/file-store'
import { Server, type ServerOptions } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TUS_PATH } from '#contract/calls.ts'
import { CHUNK_BYTES, NO_SPACE, UPLOAD_MAX_BYTES, VIDEO_ID_HEADER } from '#contract/uploads.ts'
import { authorizeCaller } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import type { UploadRow } from '#server/data/upload-rows.ts'
import { AppError, busy, TOO_LARGE } from '#server/http/app-error.ts'
import { identify, requestMetaOf, spendLimit } from '#server/http/request.ts'
import {
  beginUpload,
  completeUpload,
  discardUpload,
  newUploadId,
  noteReceived,
  ownUpload,
  receivedOf,
  type UploadSettings,
  videoIdOf,
} from './uploads.ts'

const RESUMABLE = { 'tus-resumable': '1.0.0' }
const WHOLE = /^\d{1,15}$/

type TusRequest = FastifyRequest<{ Params: { uploadId?: string } }>

/**
 * Mounts the tus 1.0 endpoint. It is no call of the contract, because methods and bodies are those of tus, but it makes the
 * same checks in the same order: rate, token, role, upload. The library speaks the protocol and writes the bytes.
 */
export function tusRoutes(context: AppContext, settings: UploadSettings): void {
  const { app, db, jobs } = context
  const permission = context.permissions.rowOf('uploads', false)
  /** The upload of each request that the library answers. */
  const uploads = new WeakMap<object, string>()
  const tus = createTus(settings, {
    idOf: (request) => uploads.get(request),
    onFinish: async (id) => {
      await completeUpload(settings, id)
      jobs.wake()
      return videoIdOf(id)
    },
  })

  async function identified(request: FastifyRequest, reply: FastifyReply): Promise<Viewer> {
    const { network } = requestMetaOf(request)
    const isNew = request.method === 'POST'
    if (context.damage.isKnown) throw busy()
    const viewer = await identify(context, permission, { request, reply })
    authorizeCaller(permission, viewer)
    if (!viewer) throw new Error('A visitor was let through')
    if (isNew) await spendLimit(context, { method: 'POST', rate: 'upload' }, { network, viewer })
    return viewer
  }

  async function begin(request: TusRequest, reply: FastifyReply): Promise<string> {
    const viewer = await identified(request, reply)
    const length = request.headers['upload-length']
    if (typeof length !== 'string' || !WHOLE.test(length)) throw new AppError('invalid', 'Invalid request.')
    const id = newUploadId(settings.node)
    const name = nameIn(request.headers['upload-metadata'])
    await beginUpload(settings, { id, ownerId: viewer.id, bytes: Number(length), name })
    return id
  }

  async function find(request: TusRequest, reply: FastifyReply): Promise<UploadRow> {
    const viewer = await identified(request, reply)
    const bodyBytes = Number(request.headers['content-length'] ?? 0)
    if (bodyBytes > CHUNK_BYTES) throw new AppError('too_large', TOO_LARGE)
    const upload = await ownUpload(db, request.params.uploadId ?? '', viewer.id)
    // A server that stopped after the last byte left the upload unfinished.
    const isWhole = upload.state === 'receiving' && (await receivedOf(settings, upload.id)) === upload.bytes
    if (isWhole && request.method !== 'DELETE') await completeUpload(settings, upload.id)
    if (isWhole || upload.state === 'finished') void reply.header(VIDEO_ID_HEADER, videoIdOf(upload.id))
    return upload
  }

  /** The library writes to the connection itself, with the headers of our hooks. */
  async function pass(request: TusRequest, reply: FastifyReply, id?: string): Promise<void> {
    if (id !== undefined) uploads.set(request.raw, id)
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    await tus.handle(request.raw, reply.raw)
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The library reads the body as a stream.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    const found = new WeakMap<FastifyRequest, UploadRow>()
    const config = { call: 'uploads' } as const

    scope.route<{ Params: { uploadId?: string } }>({
      method: 'OPTIONS',
      url: TUS_PATH,
      config,
      handler: (request, reply) => pass(request, reply),
    })
    scope.route<{ Params: { uploadId?: string } }>({
      method: 'POST',
      url: TUS_PATH,
      config,
      async handler(request, reply) {
        const id = await begin(request, reply)
        await pass(request, reply, id)
        if (reply.raw.statusCode >= 400) await discardUpload(settings, id)
      },
    })
    scope.route<{ Params: { uploadId?: string } }>({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: `${TUS_PATH}/:uploadId`,
      config,
      async onRequest(request, reply) {
        found.set(request, await find(request, reply))
      },
      async handler(request, reply) {
        const upload = found.get(request)
        if (!upload) throw new Error('An upload was not checked')
        if (request.method === 'DELETE') return remove(settings, upload, reply)
        await pass(request, reply, upload.id)
        if (request.method === 'PATCH')
          await noteReceived(db, upload.id, await receivedOf(settings, upload.id))
        return
      },
    })
  })
}

async function remove(settings: UploadSettings, { id, state }: UploadRow, reply: FastifyReply) {
  if (state === 'finished') throw new AppError('conflict', 'This file has arrived already.')
  await discardUpload(settings, id)
  return reply.headers(RESUMABLE).status(204).send()
}

interface Hooks {
  idOf: (request: object) => string | undefined
  /** Gives the id of the video. */
  onFinish: (id: string) => Promise<string>
}

type TusMessage = Parameters<NonNullable<ServerOptions['namingFunction']>>[0]

function createTus({ folder }: UploadSettings, { idOf, onFinish }: Hooks): Server {
  const idIn = (request: TusMessage) => {
    const raw = request.runtime?.node?.req
    return raw && idOf(raw)
  }
  const store = new FileStore({ directory: folder })
  store.extensions = ['creation']
  return new Server({
    path: TUS_PATH,
    datastore: store,
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: UPLOAD_MAX_BYTES,
    namingFunction: (request) => idIn(request) ?? '',
    getFileIdFromRequest: (request) => idIn(request),
    async onUploadFinish(_request, { id }) {
      return { headers: { [VIDEO_ID_HEADER]: await onFinish(id) } }
    },
    onResponseError: (_request, error) =>
      // The library hides why a file could not be written; almost always the disk is full.
      'body' in error && /Something went wrong receiving/.test(error.body)
        ? { status_code: 507, body: NO_SPACE }
        : undefined,
  })
}

/** The file name in `Upload-Metadata`: pairs of a key and base64. */
function nameIn(metadata: string | string[] | undefined): string {
  const pairs = typeof metadata === 'string' ? metadata.split(',').map((pair) => pair.trim().split(' ')) : []
  const encoded = pairs.find(([key]) => key === 'filename')?.[1] ?? ''
  const name = Buffer.from(encoded, 'base64').toString('utf8').replaceAll(/\p{C}/gu, '').trim()
  return name === '' ? 'video' : name
}
