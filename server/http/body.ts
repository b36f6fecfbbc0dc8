import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from './app-error.ts'
import { TOO_LARGE } from './errors.ts'
import { readForm, UPLOAD_MAX_BYTES } from './uploads.ts'

export type BodyOf<E> = E extends { body: infer Schema extends z.ZodType } ? z.output<Schema> : undefined

export const JSON_MAX_BYTES = 64 * 1024

/** Accepts JSON only; an empty body counts as no body (api.md, "bodies"). Fastify's text/plain parser would allow CSRF. */
export function registerJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}

/** Rejects a body by its headers, before the caller is known: one that is too long, or of a wrong type. */
export function checkBodyHeaders({ body, image }: Endpoint, { headers }: FastifyRequest): void {
  const length = Number(headers['content-length'] ?? 0)
  if (length > (image ? UPLOAD_MAX_BYTES : JSON_MAX_BYTES)) throw new AppError('too_large', TOO_LARGE)
  const { 'content-type': type, 'content-encoding': encoding, 'transfer-encoding': chunked } = headers
  const isEmpty = type === undefined && length === 0 && chunked === undefined
  if (!body || isEmpty) return
  const isKnown = image ? isForm(type) : isJson(type)
  if (!isKnown || encoding !== undefined) throw new AppError('unsupported_type', 'Unsupported content type.')
}

const isForm = (type = '') => /^\s*multipart\/form-data\s*(;|$)/i.test(type)
const isJson = (type = '') =>
  /^\s*application\/json\s*(;|$)/i.test(type) && !/;\s*charset\s*=[\s"]*(?![\s"]|utf-8)/i.test(type)

/** Reads and validates the body and the image of a call. */
export async function readBody<E extends Endpoint>(endpoint: E, request: FastifyRequest) {
  if (!endpoint.image) return { body: parseBody(endpoint, request.body ?? {}), image: undefined }
  const { fields, image } = await readForm(request, endpoint.image)
  const missing = image === undefined ? endpoint.imageRequired : undefined
  if (missing === undefined) return { body: parseBody(endpoint, fields), image }
  const issues = endpoint.body?.safeParse(fields).error?.issues ?? []
  const errors = Object.fromEntries(
    issues.toReversed().map(({ path, message }) => [String(path[0]), message]),
  )
  const all = { ...errors, [endpoint.image]: missing }
  throw new AppError('invalid', Object.values(all)[0] ?? missing, { errors: all })
}

/** Throws when the body does not match the contract. */
export function parseBody<E extends Endpoint>(endpoint: E, raw: unknown): BodyOf<E>
export function parseBody({ body }: Endpoint, raw: unknown): unknown {
  return body?.parse(raw)
}
