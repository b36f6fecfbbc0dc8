import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ACCESS, Permission } from '#contract/access.ts'
import type { Call } from '#contract/api.ts'
import type { CALLS, CallName } from '#contract/calls.ts'
import type { Endpoint, PathParam } from '#contract/endpoint.ts'
import type { RequestMeta } from '#server/auth/audit.ts'
import {
  authorizeCaller,
  authorizeResource,
  type Permissions,
  type Resource,
  rejectVisitor,
} from '#server/auth/permissions.ts'
import { bearerOf } from '#server/auth/session.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Tags } from '#server/cache/invalidation.ts'
import type { AppContext, VisitorHandler } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { AppError, busy } from './app-error.ts'
import {
  type BodyOf,
  checkBodyHeaders,
  identify,
  JSON_MAX_BYTES,
  parseBody,
  readBody,
  requestMetaOf,
  spendLimit,
} from './request.ts'
import { absoluteMedia, sendReply } from './respond.ts'

/** Long enough for the longest cursor and the longest search text. */
const URL_MAX = 4096

type QueryOf<E> = E extends { query: infer Schema extends z.ZodType } ? z.output<Schema> : undefined
type ViewerOf<E extends Endpoint> = (typeof ACCESS)[E['name']]['seen'][0] extends 'yes'
  ? Viewer | undefined
  : Viewer
type ReplyOf<E> = E extends { reply: infer Schema extends z.ZodType } ? z.input<Schema> : never

/** The input of a call before its body is read. */
export interface CallInput<E extends Endpoint> {
  viewer: ViewerOf<E>
  reading: Db
  /** A path parameter. The object check decides whether it is the id of a resource. */
  param: (name: PathParam<(typeof CALLS)[E['name']][1]>) => string
  query: QueryOf<E>
  token: string | undefined
  meta: RequestMeta
  header: (name: string, value: string | number) => void
}

interface CallInputWithBody<E extends Endpoint, Row> extends CallInput<E> {
  body: BodyOf<E>
  /** The bytes of the uploaded image. Never `undefined` where the contract requires an image. */
  image: Buffer | undefined
  object: Row
}

interface Rule<E extends Endpoint, Row> {
  /** Finds the resource of the call before the body is read. contract/access.ts decides who may use it. */
  object?: (input: CallInput<E>) => Promise<(Row & Resource) | undefined>
  /** Throws to reject a call before its body is read. */
  beforeBody?: (input: CallInput<E>) => Promise<void>
  named?: (input: CallInput<E>, body: BodyOf<E>) => Promise<(Row & Resource) | undefined>
  run: (input: CallInputWithBody<E, Row>) => Promise<ReplyOf<E>>
  /** The cache tags that a write invalidates; 'everything' by default. */
  changes?: (input: CallInputWithBody<E, Row>) => Tags
  /** The status of the answer, where it depends on it; that of the contract by default. */
  status?: (answer: ReplyOf<E>) => 200 | 201
  /** For a write that may end sessions: the user's id, or `undefined` for all users. Their live streams end, too. */
  endsSessionsOf?: (input: CallInputWithBody<E, Row>, answer: ReplyOf<E>) => string | undefined
}

/**
 * Mounts one call of the contract. The checks always run in one order: size and rate → token → role → object → body → rule.
 * A caller without permission never learns a validation result, and an upload is not read before its object check.
 */
export function route<const E extends Endpoint, Row = undefined>(
  context: AppContext,
  endpoint: E,
  rule: Rule<E, Row>,
) {
  const finds = rule.object !== undefined || rule.named !== undefined
  const permission = context.permissions.rowOf(endpoint.name, finds)
  const checked = new WeakMap<FastifyRequest, { input: CallInput<E>; object: Row }>()

  const check = async (request: FastifyRequest, reply: FastifyReply) => {
    const meta = requestMetaOf(request)
    await spendLimit(context, endpoint, { network: meta.network })
    if (request.url.length > URL_MAX) throw new AppError('uri_too_long', 'This address is too long.')
    checkBodyHeaders(endpoint, request)
    if (context.damage.isKnown && endpoint.method !== 'GET') throw busy()
    const viewer = await identify(context, permission, { request, reply })
    if (viewer) await spendLimit(context, endpoint, { network: meta.network, viewer })
    const hasToken = request.headers.authorization !== undefined
    await rejectVisitor(context.settings, permission, { viewer, hasToken })
    authorizeCaller(permission, viewer)
    const input = callInputOf(endpoint, {
      viewer,
      reading: context.db,
      params: request.params,
      query: request.query,
      token: bearerOf(request.headers.authorization) ?? undefined,
      meta,
      header: (name, value) => void reply.header(name, value),
    })
    const object = await authorized(permission, viewer, rule.object?.(input))
    await rule.beforeBody?.(input)
    checked.set(request, { input, object })
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const found = checked.get(request)
    if (!found) throw new Error(`${endpoint.name} ran without its checks`)
    const { body, image } = await readBody(endpoint, request)
    const object = rule.named
      ? await authorized(permission, found.input.viewer, rule.named(found.input, body))
      : found.object
    const input = { ...found.input, object, body, image }
    const result = await rule.run(input)
    const tags = rule.changes?.(input) ?? 'everything'
    if (rule.endsSessionsOf)
      context.events.publish({ type: 'access.changed', userId: rule.endsSessionsOf(input, result) })
    const status = rule.status?.(result)
    return sendReply(context, endpoint, { request, reply, answer: result, tags, status })
  }

  context.app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: JSON_MAX_BYTES,
    config: { call: endpoint.name, deferrable: endpoint.deferrable },
    onRequest: check,
    handler: endpoint.image
      ? (request, reply) => context.withUploadMemory(request, () => answer(request, reply))
      : answer,
  })

  context.visitorHandlers.set(endpoint.name, async ({ params, query = {} }) => {
    if (endpoint.method !== 'GET') throw new AppError('login_required', 'Not for visitors.')
    await rejectVisitor(context.settings, permission, {})
    authorizeCaller(permission, undefined)
    const defined = Object.entries(query).filter(([, value]) => value !== undefined)
    const input = callInputOf(endpoint, {
      reading: context.db,
      params,
      query: Object.fromEntries(defined.map(([key, value]) => [key, String(value)])),
      header: () => undefined,
    })
    const object = await authorized(permission, undefined, rule.object?.(input))
    return rule.run({ ...input, object, body: parseBody(endpoint, {}), image: undefined })
  })
}

type Lookup<Row> = Promise<(Row & Resource) | undefined> | undefined

/** Returns the resource if the caller may use it, and `undefined` for a call without a resource. */
function authorized<Row>(
  permission: Permission,
  viewer: Viewer | undefined,
  lookup: Lookup<Row>,
): Promise<Row>
async function authorized(
  permission: Permission,
  viewer: Viewer | undefined,
  lookup: Lookup<unknown>,
): Promise<unknown> {
  if (!lookup) return undefined
  const resource = await lookup
  authorizeResource(permission, viewer, resource)
  return resource
}

interface Incoming {
  viewer?: Viewer | undefined
  reading: Db
  params: unknown
  query: unknown
  token?: string | undefined
  meta?: RequestMeta
  header: (name: string, value: string | number) => void
}

function callInputOf<E extends Endpoint>(endpoint: E, incoming: Incoming): CallInput<E>
function callInputOf(endpoint: Endpoint, { params, query, ...rest }: Incoming): unknown {
  const values = textsIn(params)
  const repeated = Object.values(query ?? {}).some(Array.isArray)
  if (repeated) throw new AppError('invalid', 'Invalid request.')
  return {
    ...rest,
    param: (name: string) => values.get(name) ?? '',
    query: endpoint.query?.parse(query),
  }
}

function textsIn(params: unknown): ReadonlyMap<string, string> {
  const texts = Object.entries(params ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return new Map(texts)
}

/** Makes a route without a row in the access table an error, so that such a server does not start. */
export function guardRoutes(app: FastifyInstance, permissions: Permissions): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (permissions.allows(url, config?.call)) return
    throw new Error(
      `${String(method)} ${url} needs a row in contract/access.ts or an entry in its open paths.`,
    )
  })
}

/** Calls endpoints for a rendered page: as a visitor, without HTTP and without rate limits. */
export function createVisitorCall(context: AppContext, mediaUrl?: string): Call
export function createVisitorCall({ visitorHandlers }: AppContext, mediaUrl?: string): unknown {
  return async (name: CallName, input: Parameters<VisitorHandler>[0] = {}) => {
    const handler = visitorHandlers.get(name)
    if (!handler) throw new Error(`No endpoint answers ${name}`)
    const answer = await handler(input)
    return mediaUrl ? JSON.parse(absoluteMedia(JSON.stringify(answer), mediaUrl)) : answer
  }
}
