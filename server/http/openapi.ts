import type { AppContext } from '#server/context.ts'
import { networkOf } from './request.ts'
import { sendConditional } from './respond.ts'

/** `GET /api/openapi.json`: the contract as OpenAPI 3.1, created at the first request and cached as bytes. */
export function openApiRoutes({ app, limits, publicUrl }: AppContext, siteName: string): void {
  let document: Buffer | undefined
  app.get('/api/openapi.json', async (request, reply) => {
    await limits.spend('read', networkOf(request.ip))
    if (!document) {
      const { openApiDocument } = await import('./openapi-document.ts')
      document = Buffer.from(JSON.stringify(openApiDocument({ siteName, publicUrl })))
    }
    return sendConditional(request, reply, document)
  })
}
