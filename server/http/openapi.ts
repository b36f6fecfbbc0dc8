import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { networkOf } from './network.ts'
import { etagOf, matches } from './respond.ts'

interface OpenApiOptions {
  siteName: string
}

/** `GET /api/openapi.json`: the contract as OpenAPI 3.1, created at the first request and cached as bytes. */
export function openApiRoutes({ app, limits, publicUrl }: AppContext, { siteName }: OpenApiOptions): void {
  let made: { bytes: Buffer; etag: string } | undefined
  app.get('/api/openapi.json', async (request: FastifyRequest, reply: FastifyReply) => {
    await limits.spend('read', networkOf(request.ip))
    if (!made) {
      const { openApiDocument } = await import('./openapi-document.ts')
      const bytes = Buffer.from(JSON.stringify(openApiDocument({ siteName, publicUrl })))
      made = { bytes, etag: etagOf(bytes) }
    }
    reply.type('application/json; charset=utf-8')
    if (request.headers.authorization !== undefined)
      return reply.header('cache-control', 'no-store').send(made.bytes)
    reply.headers({
      etag: made.etag,
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'Authorization, Origin',
    })
    return matches(request.headers['if-none-match'], made.etag)
      ? reply.status(304).send()
      : reply.send(made.bytes)
  })
}
