import { setTimeout as delay } from 'node:timers/promises'
import { type Reads, readUntil, until } from '#tests/faults/reading.ts'
import { type Counts, writeEverything } from '#tests/faults/writers.ts'
import type { Cluster } from './cluster.ts'

const WARM_MS = 1500
const HEALED_MS = 15_000

export interface Loaded extends Counts {
  /** The reads during the disturbance. */
  reads: Reads
  /** The number of writes that were acknowledged during the disturbance. */
  acknowledgedDuring: number
  /** Milliseconds from its end until the next acknowledged write. */
  healed: number
  lost: string[]
  wrong: string[]
}

/**
 * Whether the result of a write with this status is unknown: a node or PostgreSQL died during the commit. A 404 may be
 * the second try of nginx to delete a row on the other node.
 */
const isUncertain = (status: number) => [404, 502, 503, 504].includes(status)

/**
 * Runs eight writers and a reader through nginx before, during and after a disturbance; `disturb` begins it, waits, and
 * ends it. Then checks that all acknowledged writes exist.
 */
export async function underLoad(
  cluster: Cluster,
  round: string,
  disturb: () => Promise<void>,
): Promise<Loaded> {
  const { nginx, fixtures, ledger } = cluster
  const stop = new AbortController()
  const working = writeEverything({ url: nginx.url, fixtures, ledger, round, isUncertain }, stop.signal)
  await delay(WARM_MS)
  const before = ledger.acknowledged
  const quiet = new AbortController()
  const reading = readUntil(nginx.url, quiet.signal)
  await disturb()
  const acknowledgedDuring = ledger.acknowledged - before
  quiet.abort()
  const then = ledger.acknowledged
  const healed = await until(() => ledger.acknowledged > then, HEALED_MS)
  await until(() => ledger.acknowledged > then + 20, HEALED_MS)
  stop.abort()
  const counts = await working
  const reads = await reading
  return { ...counts, ...(await cluster.check(ledger)), reads, acknowledgedDuring, healed }
}

/** The failed requests, in words. */
export function rejections({ answers, unanswered }: Counts): string {
  const others = Object.entries(answers).filter(([status]) => Number(status) >= 300)
  const words = others.map(([status, count]) => `${count} answered with ${status}`)
  return [...words, ...(unanswered > 0 ? [`${unanswered} not answered`] : [])].join(', ') || 'none rejected'
}

/** Whether no acknowledged write is lost, nothing is duplicated, and every count is right. */
export function isWhole({ lost, wrong, acknowledged }: Loaded): boolean {
  return lost.length + wrong.length === 0 && acknowledged.length > 0
}

export function inWords({ acknowledged, lost, wrong }: Loaded): string {
  return `${acknowledged.length} writes acknowledged, ${lost.length} lost, ${wrong.length} wrong`
}
