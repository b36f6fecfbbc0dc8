import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { AppContext } from '#server/context.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { AppError } from '#server/http/app-error.ts'
import { sendError } from '#server/http/errors.ts'
import { networkOf } from '#server/http/request.ts'
import { IMMUTABLE, matches } from '#server/http/respond.ts'
import { drawCover } from './cover-art.ts'
import { MEDIA_PATH } from './image-ref.ts'
import { pictureOfFile } from './picture-files.ts'
import { drawPortrait } from './portrait.ts'

/** A picture opened as a page cannot run anything. */
const PICTURE_HEADERS = {
  'cache-control': IMMUTABLE,
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-site',
  'x-content-type-options': 'nosniff',
}

const DRAWING_HEADERS = {
  ...PICTURE_HEADERS,
  'content-security-policy': "default-src 'none'; style-src 'none'; sandbox",
}

const FOR_OTHER_SITES = { 'cross-origin-resource-policy': 'cross-origin' }

interface MediaParts {
  files: FileStore
  /** Pages find pictures at MEDIA_URL, which may fetch them here: another site then shows what this one answers. */
  elsewhere: boolean
  /** Sites of CORS_ORIGINS show pictures and drawings. */
  shared: boolean
}

/** Uploaded pictures and generated cover art. These are plain paths for `<img>`, not API calls. */
export function mediaRoutes({ app, limits }: AppContext, { files, elsewhere, shared }: MediaParts): void {
  const drawings = createDrawings({ cover: drawCover, portrait: drawPortrait })
  const drawingHeaders = shared ? { ...DRAWING_HEADERS, ...FOR_OTHER_SITES } : DRAWING_HEADERS

  app.get<{ Params: { file: string } }>(`${MEDIA_PATH}:file`, (request, reply) =>
    sendPicture({ files, crossOrigin: elsewhere || shared }, request, reply),
  )
  app.get<{ Params: { category: string; file: string } }>('/art/:category/:file', async (request, reply) => {
    const { category, file } = request.params
    const cached = drawings.find(category, file)
    if (cached === undefined) await limits.spend('drawing', networkOf(request.ip))
    const svg = cached ?? drawings.draw(category, file)
    if (svg === undefined) return notFound(request, reply)
    return reply.headers(drawingHeaders).type('image/svg+xml; charset=utf-8').send(svg)
  })
}

async function sendPicture(
  { files, crossOrigin }: { files: FileStore; crossOrigin: boolean },
  request: FastifyRequest<{ Params: { file: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { file } = request.params
  const name = pictureOfFile(file)
  if (name === undefined) return notFound(request, reply)
  const opened = await files.open(file)
  if (!opened) return notFound(request, reply)
  const etag = `"${name}"`
  reply.headers(PICTURE_HEADERS).header('etag', etag)
  if (crossOrigin) reply.headers(FOR_OTHER_SITES)
  if (matches(request.headers['if-none-match'], etag)) {
    if ('destroy' in opened.content) opened.content.destroy()
    return reply.status(304).send()
  }
  return reply
    .type('image/webp')
    .header('content-length', opened.size)
    .header('content-disposition', `inline; filename="${name}.webp"`)
    .send(opened.content)
}

function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(request, reply, new AppError('not_found', 'Not found.'))
}

const FILE = /^([\w-]{1,64})\.svg$/
/** A category's title: letters of any script, as categories may have. */
const CATEGORY = /^[\p{L}\p{M}\p{N} &+\-.]{1,64}$/u
const PORTRAITS = 'portrait'
const CACHED_MAX = 500

interface Artists {
  cover: (seed: string, category: string) => string
  portrait: (seed: string) => string
}

/** The drawings of `/art/<category>/<file>`; caches the newest. */
function createDrawings({ cover, portrait }: Artists) {
  const cache = new LRUCache<string, string>({ max: CACHED_MAX })
  return {
    /** A cached drawing. */
    find: (category: string, file: string) => cache.get(`${category}/${file}`),
    /** `undefined` for a name that our pages never request. */
    draw(category: string, file: string): string | undefined {
      const seed = FILE.exec(file)?.[1]
      if (seed === undefined || !CATEGORY.test(category)) return undefined
      const svg = category === PORTRAITS ? portrait(seed) : cover(seed, category)
      cache.set(`${category}/${file}`, svg)
      return svg
    },
  }
}
