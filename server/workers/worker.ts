import cluster from 'node:cluster'
import { EventEmitter, once } from 'node:events'
import { AggregatorRegistry, type PrometheusContentType, type Registry } from 'prom-client'
import type { Tags } from '#server/cache/invalidation.ts'
import { eventsThrough, type Nodes } from '#server/cache/nodes.ts'
import { workerConfig } from '#server/config.ts'
import { createEventLog } from '#server/http/live-events.ts'
import { FromPrimary, type FromWorker } from './messages.ts'
import { COUNTER_FILE, openSharedCounter, type SharedCounter } from './shared-counter.ts'

const METRICS_MS = 6000

/** One worker's connection to the others of its site on this machine; see docs/decisions/0015. */
export interface WorkerPool {
  /** From 0. A replacement gets the number of the worker that died. */
  number: number
  /** Whether this worker migrates and seeds the database; the others start later. */
  prepares: boolean
  prepared(): void
  /** Counts failed syncs of SQLite's log. */
  failedSyncs: SharedCounter
  /** `onChanged` is called when another worker has written what visitors see. */
  join(onChanged: (changed: Tags) => void): Nodes
  /** Returns the reader of the metrics of all workers, each with its number as a label. */
  metricsReader(own: Registry<PrometheusContentType>): () => Promise<string>
}

/** Returns `undefined` in a site of one process. */
export function joinWorkerPool(): WorkerPool | undefined {
  if (!cluster.isWorker) return undefined
  const { number, prepares } = workerConfig()
  const writes = openSharedCounter(COUNTER_FILE, number, 'writes')
  const send = (message: FromWorker) => process.send?.(message)
  const log = createEventLog()
  const answers = new EventEmitter<{ metrics: [text: string] }>()
  process.on('message', (json: unknown) => {
    const { data } = FromPrimary.safeParse(json)
    if (data?.kind === 'event') log.publish(data)
    if (data?.kind === 'metrics') answers.emit('metrics', data.text)
  })
  return {
    number,
    prepares,
    prepared: () => send({ kind: 'prepared' }),
    failedSyncs: openSharedCounter(COUNTER_FILE, number, 'failed syncs'),
    join: (onChanged) => ({
      events: eventsThrough(log, (event) => send({ kind: 'event', event })),
      isConnected: true,
      close: () => undefined,
      changed: writes.add,
      look() {
        if (writes.grew()) onChanged('everything')
      },
    }),
    metricsReader(own) {
      own.setDefaultLabels({ worker: String(number) })
      // The label keeps the workers apart, so `sum` adds nothing up and no metric is dropped.
      for (const metric of own.getMetricsAsArray()) metric.aggregator = 'sum'
      // The library answers the primary in a process that has one of its registries.
      AggregatorRegistry.setRegistries([own, new AggregatorRegistry()])
      return async () => {
        const answered = once(answers, 'metrics', { signal: AbortSignal.timeout(METRICS_MS) })
        send({ kind: 'metrics' })
        const [text] = await answered
        return String(text)
      }
    },
  }
}
