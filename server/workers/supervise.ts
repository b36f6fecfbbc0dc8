import cluster, { type Worker } from 'node:cluster'
import { randomBytes } from 'node:crypto'
import { AggregatorRegistry } from 'prom-client'
import { RateLimiterClusterMaster } from 'rate-limiter-flexible'
import { type Config, environmentOfWorker } from '#server/config.ts'
import { printReady } from '#server/log.ts'
import { type FromPrimary, FromWorker } from './messages.ts'
import { createCounterFile } from './shared-counter.ts'

/** A little longer than a worker waits for its open requests. */
const ENDING_MS = 9500
const REPLACED_AFTER_MS = 500
/** After this many exits in a row, with no worker listening in between, the site cannot run. */
const TOO_MANY_DEATHS = 6

/**
 * Starts `WORKERS` workers and opens no database itself. Worker 0 prepares the database before the others start, and tends
 * the search index. A worker that dies is replaced. If one dies while the site starts, or none can be replaced, the site
 * exits with 1. SIGINT and SIGTERM go to all workers; the site exits with 0 once the last has finished.
 */
export function supervise(config: Config): void {
  cluster.setupPrimary({ stdio: ['inherit', 'inherit', 'inherit', 'ipc', createCounterFile()] })
  const numbers = new Map<Worker, number>()
  const listening = new Set<Worker>()
  let isPrepared = false
  let isReady = false
  let deaths = 0
  let exitCode: number | undefined

  const start = (number: number) => {
    if (exitCode !== undefined) return
    const worker = cluster.fork(environmentOfWorker({ number, prepares: !isPrepared }))
    // A message to a worker that has just died fails.
    worker.on('error', () => undefined)
    numbers.set(worker, number)
  }
  const kill = (signal: NodeJS.Signals) => {
    for (const worker of numbers.keys()) worker.process.kill(signal)
  }
  const end = (code: number) => {
    exitCode ??= code
    kill('SIGTERM')
    setTimeout(() => {
      exitCode = 1
      kill('SIGKILL')
    }, ENDING_MS).unref()
    if (numbers.size === 0) process.exit(exitCode)
  }
  const stop = (signal: NodeJS.Signals) => {
    console.info(`[stop] ${signal}: finishing what is running`)
    end(0)
  }
  const replace = (number: number, how: string) => {
    deaths += 1
    if (listening.size === 0 && deaths >= TOO_MANY_DEATHS) {
      console.error(`[stop] no worker can be started any more: ${how}`)
      return end(1)
    }
    console.error(`[workers] ${how}: another one starts in ${REPLACED_AFTER_MS} ms`)
    setTimeout(start, REPLACED_AFTER_MS, number)
  }

  relayMessages(() => {
    isPrepared = true
    for (let number = 1; number < config.WORKERS; number += 1) start(number)
  })
  cluster.on('listening', (worker, { address, port }) => {
    listening.add(worker)
    deaths = 0
    if (isReady || listening.size < config.WORKERS) return
    isReady = true
    printReady(config, `http://${address ?? config.HOST}:${port}`)
  })
  cluster.on('exit', (worker, code: number, signal: string) => {
    const number = numbers.get(worker) ?? 0
    numbers.delete(worker)
    listening.delete(worker)
    const how = `worker ${number} (process ${worker.process.pid}) ended with ${signal || code}`
    if (exitCode !== undefined) {
      if (numbers.size === 0) process.exit(exitCode)
    } else if (isReady) replace(number, how)
    else {
      console.error(`Lectern did not start: ${how}.`)
      end(1)
    }
  })
  process.once('SIGINT', stop).once('SIGTERM', stop)
  start(0)
}

/** Counts limits for the workers, numbers their live events in one order and passes on their metrics. */
function relayMessages(onPrepared: () => void): void {
  new RateLimiterClusterMaster()
  const metrics = new AggregatorRegistry()
  const run = randomBytes(4).toString('hex')
  let events = 0
  const send = (worker: Worker | undefined, message: FromPrimary) => worker?.send(message)

  cluster.on('message', (worker, json: unknown) => {
    const { data } = FromWorker.safeParse(json)
    if (data?.kind === 'prepared') onPrepared()
    if (data?.kind === 'metrics') {
      metrics.clusterMetrics().then(
        (text) => send(worker, { kind: 'metrics', text }),
        () => undefined,
      )
    }
    if (data?.kind === 'event') {
      events += 1
      for (const each of Object.values(cluster.workers ?? {}))
        send(each, { kind: 'event', id: `${run}-${events}`, event: data.event })
    }
  })
}
