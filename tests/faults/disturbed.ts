import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { check, type Verdict } from './checker.ts'
import { createFixtures } from './client.ts'
import { createLedger } from './ledger.ts'
import { percentile, type Reads, readUntil, statusOf, until } from './reading.ts'
import { openSite, type Site, stopSite } from './site.ts'
import { type Counts, writeEverything } from './writers.ts'

const HEALED_MS = 10_000

export interface Disturbance {
  /** The server's data folder. */
  data: string
  /** A folder for the harness's own files. */
  folder: string
  /** The duration of the disturbance. */
  ms: number
  environment?: Record<string, string>
  /** Whether a rejected write may have been made anyway. */
  isUncertain?: (status: number) => boolean
  /** Begins the disturbance and returns a function that ends it. */
  begin: (site: Site) => Promise<() => Promise<void> | void>
}

export interface Disturbed extends Omit<Counts, 'acknowledged'>, Verdict {
  /** The reads during the disturbance. */
  reads: Reads
  readyz: number | undefined
  acknowledged: { during: number; after: number }
  /** Writes that began and were acknowledged during the disturbance. */
  taken: { begun: number; answered: number }[]
  /** Milliseconds from the end of the disturbance until the site was ready again. */
  healed: number
  exit: number | string
}

/** Runs eight writers and a reader before, during and after a disturbance of a server that keeps running. */
export async function disturb({
  data,
  folder,
  ms,
  environment,
  isUncertain,
  begin,
}: Disturbance): Promise<Disturbed> {
  const ledger = createLedger(join(folder, 'acknowledged'))
  const site = await openSite({ folder: data, ...(environment && { environment }) })
  const fixtures = await createFixtures(site.url)
  const stop = new AbortController()
  const work = { url: site.url, fixtures, ledger, round: '1', ...(isUncertain && { isUncertain }) }
  const working = writeEverything(work, stop.signal)
  await delay(500)
  const end = await begin(site)
  const before = ledger.acknowledged
  const began = Date.now()
  const reading = readUntil(site.url, AbortSignal.timeout(ms))
  await delay(ms / 2)
  const readyz = await statusOf(`${site.url}/readyz`)
  const reads = await reading
  const ended = Date.now()
  const then = ledger.acknowledged
  await end()
  const healed = await until(async () => (await statusOf(`${site.url}/readyz`)) === 200, HEALED_MS)
  await until(() => ledger.acknowledged > then + 20, HEALED_MS)
  stop.abort()
  const { acknowledged, ...counts } = await working
  const after = ledger.acknowledged - then
  const verdict = await check(data, ledger)
  const exit = await stopSite(site)
  for (const line of unexpectedIn(site.log())) console.log(`       ${line}`)
  return {
    ...counts,
    ...verdict,
    reads,
    readyz,
    acknowledged: { during: then - before, after },
    taken: acknowledged.filter(({ begun, answered }) => begun >= began && answered <= ended),
    healed,
    exit,
  }
}

/** The first few unexpected errors in the server's log. */
function unexpectedIn(log: string): string[] {
  const lines = log.split('\n').filter((line) => /"level":[56]0/.test(line))
  return lines.slice(0, 3).map((line) => line.slice(0, 600))
}

/** Whether writes failed only with 503, reads succeeded, nothing was lost, and the site recovered without a restart. */
export function isCalm(result: Disturbed): boolean {
  const { answers, reads, readyz, healed, acknowledged, exit } = result
  return (
    result.lost.length + result.wrong.length + result.unanswered + result.withoutRetryAfter === 0 &&
    reads.failed === 0 &&
    Object.keys(answers).every((status) => ['200', '201', '503'].includes(status)) &&
    (answers[503] ?? 0) > 0 &&
    readyz === 503 &&
    Number.isFinite(healed) &&
    acknowledged.after > 0 &&
    exit === 0
  )
}

export function inWords(result: Disturbed): string {
  const { answers, reads, readyz, healed, lost, wrong } = result
  const others = Object.entries(answers).filter(([status]) => Number(status) >= 400 && status !== '503')
  const errors = others.map(([status, count]) => `${count} with ${status}`).join(', ') || 'no other error'
  const silent = result.unanswered === 0 ? '' : `, ${result.unanswered} not answered`
  return (
    `${answers[503] ?? 0} writes rejected with 503 and Retry-After, ${errors}${silent}; ` +
    `${reads.times.length} reads meanwhile, ${reads.failed} failed, p99 ${Math.round(percentile(reads.times, 0.99))} ms; ` +
    `/readyz ${readyz}, ready again ${Math.round(healed)} ms after without a restart; ${lost.length} lost, ${wrong.length} wrong`
  )
}
