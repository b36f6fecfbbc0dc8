import { createHash, timingSafeEqual } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { LIVE_PATH } from '#contract/calls.ts'
import { DATABASE_FILE } from '../data/database.ts'
import { Measured } from '../workers/messages.ts'
import type { Crew } from '../workers/worker.ts'
import { AppError } from './app-error.ts'
import { Durations } from './durations.ts'

const FORWARDING = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]
const DATABASE_FILES = [DATABASE_FILE, `${DATABASE_FILE}-wal`]

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Memory, processor, garbage collection and event-loop lag are the process's, however many apps it holds. */
let ofProcess: Registry | undefined

function processRegistry(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

/** What one of the engines that a node works with says of itself when it is asked. */
export interface Watched {
  name: string
  help: string
  /** One figure, or one for each address (host and port, never more of it). */
  read: () => number | readonly { host: string; value: number }[]
}

interface MetricsParts {
  dataFolder: string
  /** METRICS_TOKEN. */
  token: string | undefined
  watched: readonly Watched[]
  /** The other workers, whose metrics are given too. */
  crew?: Crew | undefined
}

/**
 * `GET /metrics`, Prometheus text: for a peer on this machine that no proxy speaks for, or with `METRICS_TOKEN` as the
 * bearer; a 404 for everybody else. Requests are counted by route pattern, so that no address makes a new series. Of
 * several workers whoever is asked answers for all, each with its number as the label `worker`.
 */
export function metricsRoutes(
  app: FastifyInstance,
  { dataFolder, token, watched, crew }: MetricsParts,
): void {
  const registry = new Registry()
  countRequests(app, registry)
  new Gauge({
    name: 'lectern_database_bytes',
    help: 'Size of the SQLite database with its write-ahead log.',
    registers: [registry],
    async collect() {
      const sizes = await Promise.all(DATABASE_FILES.map((file) => sizeOf(join(dataFolder, file))))
      this.set(sizes.reduce((sum, size) => sum + size, 0))
    },
  })
  for (const each of watched) gaugeOf(each, registry)
  const own = Registry.merge([processRegistry(), registry])
  const read = crew ? readerOfAll(own, crew) : () => own.metrics()
  app.get('/metrics', async (request, reply) => {
    if (!(isLocal(request) || holdsToken(request, token))) throw new AppError('not_found', 'Not found.')
    return reply
      .type(own.contentType)
      .header('cache-control', 'no-store')
      .send(await read())
  })
}

/** Who does not answer within a second is left out: then there is no series of it for once. */
function readerOfAll(own: Registry, { line, number }: Crew): () => Promise<string> {
  own.setDefaultLabels({ worker: String(number) })
  // With that label nothing is added up, so that even what cannot be, such as when each began, is kept.
  line.onMeasure(async () =>
    (await own.getMetricsAsJSON()).map((metric) => ({ ...metric, aggregator: 'sum' })),
  )
  return async () => {
    const measured = Measured.parse(await line.ask({ kind: 'metrics' }))
    return AggregatorRegistry.aggregate(measured).metrics()
  }
}

function countRequests(app: FastifyInstance, registry: Registry): void {
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const durations = new Durations(registry)
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    requests.inc({ method, route, status: reply.statusCode })
    if (route !== LIVE_PATH) durations.add(method, route, reply.elapsedTime / 1000)
  })
}

function gaugeOf({ name, help, read }: Watched, registry: Registry): void {
  const labelNames = typeof read() === 'number' ? [] : ['host']
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      const now = read()
      if (typeof now === 'number') this.set(now)
      else for (const { host, value } of now) this.set({ host }, value)
    },
  })
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

function isLocal({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress?.replace(/^::ffff:/i, '') ?? ''
  const forwarded = FORWARDING.some((name) => headers[name] !== undefined)
  return !forwarded && loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
}

/** Hashes are compared, so that neither the content nor the length of the token shows in the time. */
function holdsToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token === undefined || given === undefined) return false
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(token))
}
