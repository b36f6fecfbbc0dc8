import type { AppContext } from '#server/context.ts'
import { networkOf } from './request.ts'
import { sendConditional } from './respond.ts'

/** `GET /api/openapi.json`: the contract as OpenAPI 3.1, created at the first request and kept as bytes until the site has another name. */
export function openApiRoutes({ app, limits, publicUrl, settings }: AppContext): void {
  let made: { siteName: string; document: Buffer } | undefined
  app.get('/api/openapi.json', async (request, reply) => {
    await limits.spend('read', networkOf(request.ip))
    const siteName = await settings.get('siteName')
    if (made?.siteName !== siteName) {
      const { openApiDocument } = await import('./openapi-document.ts')
      made = { siteName, document: Buffer.from(JSON.stringify(openApiDocument({ siteName, publicUrl }))) }
    }
    return sendConditional(request, reply, made.document)
  })
}
