import type { Worker } from 'node:cluster'
import type { FromPrimary } from './messages.ts'

/** Shorter than a worker's wait for the primary, so that one busy worker cannot delay the metrics of all. */
const ANSWERS_WITHIN_MS = 500

interface Round {
  open: Set<Worker>
  metrics: unknown[][]
  end: () => void
}

/** Collects the metrics of all workers. */
export function createMeasuring(send: (worker: Worker, message: FromPrimary) => void) {
  const rounds = new Map<number, Round>()
  let last = 0
  return {
    /** Leaves out workers that do not answer in time. */
    measure(workers: Worker[]): Promise<unknown[][]> {
      last += 1
      const id = last
      return new Promise((resolve) => {
        const metrics: unknown[][] = []
        const end = () => {
          clearTimeout(timer)
          rounds.delete(id)
          resolve(metrics)
        }
        const timer = setTimeout(end, ANSWERS_WITHIN_MS)
        rounds.set(id, { open: new Set(workers), metrics, end })
        for (const worker of workers) send(worker, { kind: 'measure', id })
      })
    },
    measured(worker: Worker, id: number, metrics: unknown[]): void {
      const round = rounds.get(id)
      if (!round?.open.delete(worker)) return
      round.metrics.push(metrics)
      if (round.open.size === 0) round.end()
    },
  }
}
