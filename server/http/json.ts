import type { FastifyInstance } from 'fastify'

/** Accepts JSON only; an empty body counts as no body (api.md, "bodies"). Fastify's text/plain parser would allow CSRF. */
export function registerJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}
