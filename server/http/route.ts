import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ACCESS, Permission } from '#contract/access.ts'
import type { CALLS } from '#contract/calls.ts'
import type { Endpoint, PathParam } from '#contract/endpoint.ts'
import type { Tags } from '#server/cache/tags.ts'
import type { RequestMeta } from '../auth/audit.ts'
import { authorizeCaller, authorizeResource, type Resource } from '../auth/permissions.ts'
import { bearerOf } from '../auth/session.ts'
import type { Viewer } from '../auth/viewer.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../data/database.ts'
import { AppError } from './app-error.ts'
import { type BodyOf, bodyOf, readBody } from './call-body.ts'
import { busy } from './errors.ts'
import { checkSize, identify, JSON_MAX_BYTES, requestMetaOf, spendLimit, textsIn } from './request-rules.ts'
import { sendReply } from './respond.ts'
import { inSlot } from './upload-slots.ts'

/** Created once, because creating a schema takes longer than parsing with it. */
const Query = z.record(z.string(), z.unknown())

type QueryOf<E> = E extends { query: infer Schema extends z.ZodType } ? z.output<Schema> : undefined
type ViewerOf<E extends Endpoint> = (typeof ACCESS)[E['name']]['seen'][0] extends 'yes'
  ? Viewer | undefined
  : Viewer
type ReplyOf<E> = E extends { reply: infer Schema extends z.ZodType } ? z.input<Schema> : never

/** The input of a call before its body is read. */
export interface CallInput<E extends Endpoint> {
  viewer: ViewerOf<E>
  /** The database to read from. */
  reading: Db
  /** A path parameter. The object check decides whether it is the id of a resource. */
  param: (name: PathParam<(typeof CALLS)[E['name']][1]>) => string
  query: QueryOf<E>
  /** The presented token; one reply repeats it. */
  token: string | undefined
  meta: RequestMeta
  header: (name: string, value: string | number) => void
}

interface CallInputWithBody<E extends Endpoint, Row> extends CallInput<E> {
  body: BodyOf<E>
  /** The bytes of the uploaded image. Never `undefined` where the contract requires an image. */
  image: Buffer | undefined
  /** The result of `object` or `named`. */
  object: Row
}

interface Rule<E extends Endpoint, Row> {
  /** Finds the resource of the call before the body is read. contract/access.ts decides who may use it. */
  object?: (input: CallInput<E>) => Promise<(Row & Resource) | undefined>
  /** Finds a resource that the body names. */
  named?: (input: CallInput<E>, body: BodyOf<E>) => Promise<(Row & Resource) | undefined>
  run: (input: CallInputWithBody<E, Row>) => Promise<ReplyOf<E>>
  /** The cache tags that a write invalidates; 'everything' by default. */
  changes?: (input: CallInputWithBody<E, Row>) => Tags
  /** For a write that may end sessions: the user's id, or `undefined` for all users. Their live streams end, too. */
  endsSessionsOf?: (input: CallInputWithBody<E, Row>, answer: ReplyOf<E>) => string | undefined
}

interface CheckedRequest<E extends Endpoint, Row> {
  input: CallInput<E>
  viewer: Viewer | undefined
  object: Row
}

/**
 * Mounts one call of the contract. The checks always run in the order of api.md: size and rate → token → role → object →
 * body → rule. A caller without permission never learns a validation result, and an upload is not read before its object
 * check.
 */
export function route<const E extends Endpoint, Row = undefined>(
  context: AppContext,
  endpoint: E,
  rule: Rule<E, Row>,
) {
  const permission = context.permissions.rowOf(
    endpoint.name,
    rule.object !== undefined || rule.named !== undefined,
  )
  const checked = new WeakMap<FastifyRequest, CheckedRequest<E, Row>>()

  context.app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: JSON_MAX_BYTES,
    config: { call: endpoint.name, deferrable: endpoint.deferrable },
    async onRequest(request, reply) {
      const meta = requestMetaOf(request)
      await spendLimit(context, endpoint, { network: meta.network })
      checkSize(endpoint, request)
      if (context.damage.isKnown && endpoint.method !== 'GET') throw busy()
      const viewer = await identify(context, permission, { request, reply })
      if (viewer) await spendLimit(context, endpoint, { network: meta.network, viewer })
      authorizeCaller(permission, viewer)
      const input = callInputOf(endpoint, { viewer, reading: context.db, request, reply, meta })
      const object = await authorized(permission, viewer, rule.object?.(input))
      checked.set(request, { input, viewer, object })
    },
    async handler(request, reply) {
      const entry = checked.get(request)
      if (!entry) throw new Error(`${endpoint.name} ran without its checks`)
      const slots = endpoint.image ? context.uploadSlots : undefined
      return inSlot(slots, request, async () => {
        const { body, image } = await readBody(endpoint, request)
        const { input, viewer } = entry
        const object = rule.named
          ? await authorized(permission, viewer, rule.named(input, body))
          : entry.object
        const fullInput = { ...input, object, body, image }
        const answer = await rule.run(fullInput)
        const tags = rule.changes?.(fullInput) ?? 'everything'
        endStreams(context, rule, [fullInput, answer])
        return sendReply(context, endpoint, { request, reply, answer, tags })
      })
    },
  })

  context.visitorHandlers.set(endpoint.name, async ({ params, query }) => {
    if (endpoint.method !== 'GET') throw new AppError('login_required', 'Not for visitors.')
    authorizeCaller(permission, undefined)
    const input = visitorInput(endpoint, { reading: context.db, params: params ?? {}, query })
    const object = await authorized(permission, undefined, rule.object?.(input))
    const body = bodyOf(endpoint, undefined)
    return rule.run({ ...input, object, body, image: undefined })
  })
}

/** Ends the live streams of sessions that may have ended. */
function endStreams<E extends Endpoint, Row>(
  { events }: AppContext,
  { endsSessionsOf }: Rule<E, Row>,
  done: Parameters<NonNullable<Rule<E, Row>['endsSessionsOf']>>,
): void {
  if (endsSessionsOf) events.publish({ type: 'access.changed', userId: endsSessionsOf(...done) })
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

interface IncomingCall {
  viewer: Viewer | undefined
  reading: Db
  request: FastifyRequest
  reply: FastifyReply
  meta: RequestMeta
}

function callInputOf<E extends Endpoint>(endpoint: E, call: IncomingCall): CallInput<E>
function callInputOf(endpoint: Endpoint, { viewer, reading, request, reply, meta }: IncomingCall): unknown {
  const params = textsIn(request.params)
  return {
    viewer,
    reading,
    param: (name: string) => params.get(name) ?? '',
    query: queryOf(endpoint, request.query),
    token: bearerOf(request.headers.authorization) ?? undefined,
    meta,
    header: (name: string, value: string | number) => reply.header(name, value),
  }
}

function visitorInput<E extends Endpoint>(
  endpoint: E,
  input: { reading: Db; params: Record<string, string>; query: unknown },
): CallInput<E>
function visitorInput(
  endpoint: Endpoint,
  { reading, params, query }: { reading: Db; params: Record<string, string>; query: unknown },
): unknown {
  return {
    viewer: undefined,
    reading,
    param: (name: string) => params[name] ?? '',
    query: queryOf(endpoint, withoutUndefined(query)),
    header: () => undefined,
  }
}

/** Turns the values of a screen's query into strings, as they are in an address. */
function withoutUndefined(query: unknown): Record<string, string> {
  const values = Query.parse(query ?? {})
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  )
}

function queryOf(endpoint: Endpoint, query: unknown): unknown {
  const repeated = Object.values(query ?? {}).some(Array.isArray)
  if (repeated) throw new AppError('invalid', 'Invalid request.')
  return endpoint.query?.parse(query)
}
