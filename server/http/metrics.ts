import { createHash, timingSafeEqual } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { STREAMS } from '#contract/calls.ts'
import { DATABASE_FILE } from '#server/data/database.ts'
import type { WorkerPool } from '#server/workers/worker.ts'
import { AppError } from './app-error.ts'

const FORWARDING = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]
/** A stream takes as long as its reader stays. */
const STREAM_PATHS = new Set<string>(Object.values(STREAMS))
const DATABASE_FILES = [DATABASE_FILE, `${DATABASE_FILE}-wal`]
const DURATION_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Memory, processor, garbage collection and event-loop lag: one registry for all apps of a process. */
const processRegistry = new Registry()

export interface Watched {
  name: string
  help: string
  read: () => number | Promise<number>
}

interface MetricsOptions {
  dataFolder: string
  token: string | undefined
  watched: readonly Watched[]
  counters: readonly Counter[]
  workers?: WorkerPool | undefined
}

/**
 * `GET /metrics` answers in Prometheus text to a direct client on this machine, or to one with `METRICS_TOKEN` as its
 * bearer token. All others get 404. Any worker answers for all workers and labels each series with the number of its worker.
 */
export function metricsRoutes(
  app: FastifyInstance,
  { dataFolder, token, watched, counters, workers }: MetricsOptions,
): void {
  if (processRegistry.getMetricsAsArray().length === 0) collectDefaultMetrics({ register: processRegistry })
  const registry = new Registry()
  countRequests(app, registry)
  const database: Watched = {
    name: 'lectern_database_bytes',
    help: 'Size of the SQLite database with its write-ahead log.',
    read: async () => {
      const sizes = await Promise.all(DATABASE_FILES.map((file) => sizeOf(join(dataFolder, file))))
      return sizes.reduce((sum, size) => sum + size, 0)
    },
  }
  for (const { name, help, read } of [database, ...watched]) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read())
      },
    })
  }
  for (const counter of counters) registry.registerMetric(counter)
  const own = Registry.merge([processRegistry, registry])
  const read = workers ? workers.metricsReader(own) : () => own.metrics()
  app.get('/metrics', async (request, reply) => {
    if (!(isLocal(request) || hasToken(request, token))) throw new AppError('not_found', 'Not found.')
    reply.type(own.contentType).header('cache-control', 'no-store')
    return read()
  })
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
    if (!STREAM_PATHS.has(route)) durations.observe({ method, route }, reply.elapsedTime / 1000)
  })
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
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
