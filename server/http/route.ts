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
import { sendAnswer } from './respond.ts'
import { inSlot } from './upload-slots.ts'

/** Made once: making a schema takes longer than asking it. */
const Query = z.record(z.string(), z.unknown())

type QueryOf<E> = E extends { query: infer Schema extends z.ZodType } ? z.output<Schema> : undefined
type ViewerOf<E extends Endpoint> = (typeof ACCESS)[E['name']]['seen'][0] extends 'yes'
  ? Viewer | undefined
  : Viewer
type ReplyOf<E> = E extends { reply: infer Schema extends z.ZodType } ? z.input<Schema> : never

/** What a call is asked with, before its body is read. */
export interface CallInput<E extends Endpoint> {
  viewer: ViewerOf<E>
  /** What to read from: for a visitor perhaps a replica, else the context's own. */
  reading: Db
  /** A name inside the path; whether it is an id of something, the object check finds out. */
  param: (name: PathParam<(typeof CALLS)[E['name']][1]>) => string
  query: QueryOf<E>
  /** The token that was presented, for the one answer that repeats it. */
  token: string | undefined
  meta: RequestMeta
  header: (name: string, value: string | number) => void
}

interface CallInputWithBody<E extends Endpoint, Found> extends CallInput<E> {
  body: BodyOf<E>
  /** The uploaded picture's bytes, if one came. Never `undefined` where the contract requires one. */
  image: Buffer | undefined
  /** What `object` found. */
  object: Found
}

interface Rule<E extends Endpoint, Found> {
  /** Finds what the call is about, before the body is read; who may do this to it, contract/access.ts says. */
  object?: (asking: CallInput<E>) => Promise<(Found & Resource) | undefined>
  /** The same for a thing that the body names. */
  named?: (asking: CallInput<E>, body: BodyOf<E>) => Promise<(Found & Resource) | undefined>
  run: (asking: CallInputWithBody<E, Found>) => Promise<ReplyOf<E>>
  /** What a write changes of what visitors are shown; everything, unless it says less. */
  changes?: (asking: CallInputWithBody<E, Found>) => Tags
  /** For a write that may end sessions: the person's id, or `undefined` for anybody's. Their live streams end, too. */
  endsSessionsOf?: (asking: CallInputWithBody<E, Found>, answer: ReplyOf<E>) => string | undefined
}

interface Gathered<E extends Endpoint, Found> {
  asking: CallInput<E>
  viewer: Viewer | undefined
  object: Found
}

/**
 * One call of the contract on the server, always in the order of api.md: size and rate → token → role → object → body →
 * rule. A caller without rights never learns a validation result, and an upload is not read before its object check.
 */
export function route<const E extends Endpoint, Found = undefined>(
  context: AppContext,
  endpoint: E,
  rule: Rule<E, Found>,
) {
  const right = context.rights.rowOf(endpoint.name, rule.object !== undefined || rule.named !== undefined)
  const gathered = new WeakMap<FastifyRequest, Gathered<E, Found>>()

  context.app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: JSON_MAX_BYTES,
    config: { call: endpoint.name },
    async onRequest(request, reply) {
      const meta = requestMetaOf(request)
      await spendLimit(context, endpoint, { network: meta.network })
      checkSize(endpoint, request)
      if (context.damage.isKnown && endpoint.method !== 'GET') throw busy()
      const viewer = await identify(context, right, { request, reply })
      if (viewer) await spendLimit(context, endpoint, { network: meta.network, viewer })
      authorizeCaller(right, viewer)
      const asking = callInputOf(endpoint, { viewer, reading: context.db, request, reply, meta })
      const object = await granted(right, viewer, rule.object?.(asking))
      gathered.set(request, { asking, viewer, object })
    },
    async handler(request, reply) {
      const entry = gathered.get(request)
      if (!entry) throw new Error(`${endpoint.name} was run without its checks`)
      const places = endpoint.image ? context.uploadSlots : undefined
      return inSlot(places, request, async () => {
        const { body, image } = await readBody(endpoint, request)
        const { asking, viewer } = entry
        const object = rule.named ? await granted(right, viewer, rule.named(asking, body)) : entry.object
        const whole = { ...asking, object, body, image }
        const answer = await rule.run(whole)
        const tags = rule.changes?.(whole) ?? 'everything'
        endStreams(context, rule, [whole, answer])
        return sendAnswer(context, endpoint, { request, reply, answer, tags })
      })
    },
  })

  context.visitorAnswers.set(endpoint.name, async ({ params, query }) => {
    if (endpoint.method !== 'GET') throw new AppError('login_required', 'Not for visitors.')
    authorizeCaller(right, undefined)
    const asking = visitorInput(endpoint, { reading: context.db, params: params ?? {}, query })
    const object = await granted(right, undefined, rule.object?.(asking))
    const body = bodyOf(endpoint, undefined)
    return rule.run({ ...asking, object, body, image: undefined })
  })
}

/** Ends the live streams of sessions that may have ended. */
function endStreams<E extends Endpoint, Found>(
  { events }: AppContext,
  { endsSessionsOf }: Rule<E, Found>,
  done: Parameters<NonNullable<Rule<E, Found>['endsSessionsOf']>>,
): void {
  if (endsSessionsOf) events.publish({ type: 'access.changed', userId: endsSessionsOf(...done) })
}

type Finding<Found> = Promise<(Found & Resource) | undefined> | undefined

/** What was found, if the table lets this caller have it; a call about nothing finds nothing. */
function granted<Found>(
  right: Permission,
  viewer: Viewer | undefined,
  finding: Finding<Found>,
): Promise<Found>
async function granted(
  right: Permission,
  viewer: Viewer | undefined,
  finding: Finding<unknown>,
): Promise<unknown> {
  if (!finding) return undefined
  const thing = await finding
  authorizeResource(right, viewer, thing)
  return thing
}

interface Arrived {
  viewer: Viewer | undefined
  reading: Db
  request: FastifyRequest
  reply: FastifyReply
  meta: RequestMeta
}

function callInputOf<E extends Endpoint>(endpoint: E, arrived: Arrived): CallInput<E>
function callInputOf(endpoint: Endpoint, { viewer, reading, request, reply, meta }: Arrived): unknown {
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

/** A screen may say `limit: 3` or leave a key out; an address holds texts only. */
function withoutUndefined(query: unknown): Record<string, string> {
  const given = Query.parse(query ?? {})
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  )
}

function queryOf(endpoint: Endpoint, query: unknown): unknown {
  const repeated = Object.values(query ?? {}).some(Array.isArray)
  if (repeated) throw new AppError('invalid', 'Invalid request.')
  return endpoint.query?.parse(query)
}
