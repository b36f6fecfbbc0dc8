import type { FastifyInstance } from 'fastify'

/** JSON only, and an empty body is no body (api.md, "bodies"); Fastify's text/plain parser goes, it is a CSRF door. */
export function registerJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}
