import { createHash, timingSafeEqual } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { LIVE_PATH } from '#contract/calls.ts'
import { DATABASE_FILE } from '../data/database.ts'
import { Measured } from '../workers/messages.ts'
import type { WorkerPool } from '../workers/worker.ts'
import { AppError } from './app-error.ts'

const FORWARDING = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]
/** In seconds. */
const DURATION_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const DATABASE_FILES = [DATABASE_FILE, `${DATABASE_FILE}-wal`]

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** All apps of a process share the metrics of memory, processor, garbage collection and event-loop lag. */
let sharedRegistry: Registry | undefined

function processRegistry(): Registry {
  if (!sharedRegistry) {
    sharedRegistry = new Registry()
    collectDefaultMetrics({ register: sharedRegistry })
  }
  return sharedRegistry
}

/** A gauge that reads the state of an engine, such as Redis, at each scrape. */
export interface Watched {
  name: string
  help: string
  /** One value, or one for each address (only its host and port). */
  read: () => number | readonly { host: string; value: number }[]
}

interface MetricsOptions {
  dataFolder: string
  /** METRICS_TOKEN. */
  token: string | undefined
  watched: readonly Watched[]
  /** What the features count. */
  counters: readonly Counter[]
  /** The other workers, whose metrics are part of the answer. */
  workers?: WorkerPool | undefined
}

/**
 * `GET /metrics` answers in Prometheus text to a direct client on this machine, or to one with `METRICS_TOKEN` as its
 * bearer token. All others get 404. Requests are counted by route pattern, so that no path makes a new series. Any
 * worker answers for all workers and labels each series with the number of its worker.
 */
export function metricsRoutes(
  app: FastifyInstance,
  { dataFolder, token, watched, counters, workers }: MetricsOptions,
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
  for (const counter of counters) registry.registerMetric(counter)
  const own = Registry.merge([processRegistry(), registry])
  const read = workers ? allWorkersReader(own, workers) : () => own.metrics()
  app.get('/metrics', async (request, reply) => {
    if (!(isLocal(request) || hasToken(request, token))) throw new AppError('not_found', 'Not found.')
    return reply
      .type(own.contentType)
      .header('cache-control', 'no-store')
      .send(await read())
  })
}

/** Leaves out a worker that does not answer in time. */
function allWorkersReader(own: Registry, { primary, number }: WorkerPool): () => Promise<string> {
  own.setDefaultLabels({ worker: String(number) })
  // The label keeps the workers apart, so `sum` adds nothing up and no metric is dropped.
  primary.onMetricsRequest(async () =>
    (await own.getMetricsAsJSON()).map((metric) => ({ ...metric, aggregator: 'sum' })),
  )
  return async () => {
    const measured = Measured.parse(await primary.ask({ kind: 'metrics' }))
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
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    requests.inc({ method, route, status: reply.statusCode })
    if (route !== LIVE_PATH) durations.observe({ method, route }, reply.elapsedTime / 1000)
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

/** Compares hashes, so that the time reveals neither the content nor the length of the token. */
function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const sent = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token === undefined || sent === undefined) return false
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(sent), hash(token))
}
