import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiHeadersObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiRequestBodyObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { ACCESS } from '#contract/access.ts'
import { api } from '#contract/api.ts'
import { LIVE_ME_PATH, LIVE_PATH } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ErrorReply } from '#contract/errors.ts'
import { CourseEvent, UserEvent } from '#contract/events.ts'
import { Id } from '#contract/id.ts'
import { LanguageTag } from '#contract/language.ts'
import { IMAGE_MAX_BYTES, IMAGE_TYPES } from '#contract/media/media.ts'
import { audienceOf } from '#server/auth/permissions.ts'

/** The version of the promise, not of the program: it changes when a client would break. */
const API_VERSION = '1.0.0'
const BEARER = 'bearer'
const JSON_TYPE = 'application/json'

const failure = (status: number, description: string): ZodOpenApiResponseObject => ({
  id: `Error${status}`,
  description,
  content: { [JSON_TYPE]: { schema: ErrorReply } },
})

const FAILURES = {
  400: failure(400, 'Something in the request is not as it must be; `errors` names the fields.'),
  401: failure(401, 'Nobody is logged in, the session has ended, or the login is wrong.'),
  403: failure(403, 'The caller may know of it, but may not do this.'),
  404: failure(404, 'It does not exist, or not for the caller.'),
  409: failure(409, 'It contradicts what is there already.'),
  413: failure(413, 'The request is too large.'),
  415: failure(415, 'The content type is not one that this call takes.'),
  429: failure(429, 'Too many requests; `Retry-After` says how many seconds to wait.'),
  500: failure(500, 'The server failed; the log knows it by `requestId`.'),
  503: failure(503, 'The server is busy; `Retry-After` says how many seconds to wait.'),
}

/** Derives the error responses of a call from its permissions, path and body. */
function failuresOf({ name, method, path, query, body }: Endpoint): ZodOpenApiResponsesObject {
  const audience = audienceOf(ACCESS[name])
  const guarded = audience !== 'anyone'
  const changes = method !== 'GET'
  const finds = path.includes(':')
  const applies: Record<string, boolean> = {
    400: (query ?? body) !== undefined,
    401: guarded || name === 'auth.login',
    403: guarded && (audience !== 'user' || (changes && finds)),
    404: finds,
    409: changes && body !== undefined,
    413: body !== undefined,
    415: body !== undefined,
  }
  return Object.fromEntries(Object.entries(FAILURES).filter(([status]) => applies[status] ?? true))
}

const MEBIBYTE = 1024 * 1024

function bodyOf({
  body,
  image,
  imageRequired,
  file: other,
}: Endpoint): ZodOpenApiRequestBodyObject | undefined {
  if (!body) return undefined
  const required = imageRequired !== undefined || !body.safeParse({}).success
  if (image === undefined) return { required, content: { [JSON_TYPE]: { schema: body } } }
  const types = (other?.types ?? IMAGE_TYPES).join(', ')
  const limits = other ? `at most ${other.maxBytes / MEBIBYTE} MiB` : 'at most 8 MiB and 40 megapixels'
  const file = z
    .file()
    .max(other?.maxBytes ?? IMAGE_MAX_BYTES)
    .meta({ description: `${types}; ${limits}.` })
  const field = { [image]: imageRequired === undefined ? file.optional() : file }
  const schema = body instanceof z.ZodObject ? body.safeExtend(field) : z.intersection(body, z.object(field))
  const encoding = { [image]: { contentType: types } }
  return { required, content: { 'multipart/form-data': { schema, encoding } } }
}

function replyOf({ name, reply, method, contentType = JSON_TYPE }: Endpoint): ZodOpenApiResponseObject {
  const bare = reply instanceof z.ZodArray
  const cached = method === 'GET' && audienceOf(ACCESS[name]) === 'anyone'
  const headers: ZodOpenApiHeadersObject = {
    ...(bare && {
      'X-Total-Count': { schema: { type: 'integer' }, description: 'How many there are in all.' },
      Link: { schema: { type: 'string' }, description: 'The next page, as `rel="next"`.' },
    }),
    ...(cached && { ETag: { schema: { type: 'string' }, description: 'For `If-None-Match`.' } }),
  }
  const [mediaType = JSON_TYPE] = contentType.split(';')
  // The first is what a client gets that does not ask for another format.
  const [json, text] = reply instanceof z.ZodUnion && mediaType !== JSON_TYPE ? reply.options : []
  const content =
    json instanceof z.ZodType && text instanceof z.ZodType
      ? { [JSON_TYPE]: { schema: json }, [mediaType]: { schema: text } }
      : { [mediaType]: { schema: reply } }
  return { description: 'Done.', headers, content }
}

function operationOf(feature: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const { name, path, summary, query, status = 200 } = endpoint
  const names = [...path.matchAll(/:(\w+)/g)].map(([, param = '']) => param)
  const body = bodyOf(endpoint)
  const audience = audienceOf(ACCESS[name])
  const open = audience === 'anyone'
  return {
    operationId: name,
    summary,
    tags: [feature],
    ...(!open && { description: `For: ${audience}.` }),
    security: open ? [{}, { [BEARER]: [] }] : [{ [BEARER]: [] }],
    requestParams: {
      ...(names.length > 0 && {
        path: z.object(
          Object.fromEntries(names.map((param) => [param, param === 'language' ? LanguageTag : Id])),
        ),
      }),
      ...(query && { query }),
    },
    ...(body && { requestBody: body }),
    responses: {
      [status]: replyOf(endpoint),
      ...(endpoint.method === 'GET' && open && { 304: { description: 'Nothing changed since `ETag`.' } }),
      ...failuresOf(endpoint),
    },
  }
}

const live: ZodOpenApiOperationObject = {
  operationId: 'live',
  summary: 'What changes on a course, as server-sent events',
  description: '`Last-Event-ID` goes on after the last event that was seen. For: user.',
  tags: ['comments'],
  security: [{ [BEARER]: [] }],
  requestParams: { query: z.object({ courseId: Id }) },
  responses: {
    200: {
      description: 'The data of each event is one of these.',
      content: { 'text/event-stream': { schema: CourseEvent } },
    },
    ...Object.fromEntries(([400, 401, 404, 429, 503] as const).map((status) => [status, FAILURES[status]])),
  },
}

const liveMe: ZodOpenApiOperationObject = {
  operationId: 'live.me',
  summary: 'What changes for the caller alone, as server-sent events',
  description: '`Last-Event-ID` goes on after the last event that was seen. For: user.',
  tags: ['users'],
  security: [{ [BEARER]: [] }],
  responses: {
    200: {
      description: 'The data of each event is one of these.',
      content: { 'text/event-stream': { schema: UserEvent } },
    },
    ...Object.fromEntries(([401, 429, 503] as const).map((status) => [status, FAILURES[status]])),
  },
}

interface DocumentOptions {
  siteName: string
  publicUrl: string | undefined
}

/** The OpenAPI 3.1 document of every call in the contract; nothing in it is written twice. */
export function openApiDocument({ siteName, publicUrl }: DocumentOptions) {
  const paths: ZodOpenApiPathsObject = { [LIVE_PATH]: { get: live }, [LIVE_ME_PATH]: { get: liveMe } }
  for (const [feature, endpoints] of Object.entries(api)) {
    for (const endpoint of Object.values<Endpoint>(endpoints)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(feature, endpoint) }
    }
  }
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: `${siteName} API`,
        version: API_VERSION,
        description: 'Keys may be added to answers at any time; none is renamed or dropped.',
      },
      servers: [{ url: publicUrl ?? '/' }],
      tags: Object.keys(api).map((name) => ({ name })),
      paths,
      components: { securitySchemes: { [BEARER]: { type: 'http', scheme: 'bearer' } } },
    },
    {
      override: ({ jsonSchema }) => {
        // Zod says that an answer has these keys and no others; the promise is that it has these.
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      },
    },
  )
}
