import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { check } from './checker.ts'
import { send, setStage } from './client.ts'
import type { Fault } from './fault.ts'
import { createLedger } from './ledger.ts'
import { openSite, stopSite } from './site.ts'
import { writeEverything } from './writers.ts'

const HELD_MS = 30_000
const HEALED_MS = 10_000

/** Reads, one after the other, until told to stop: each one's time, and how many were not answered with 200. */
async function read(url: string, stop: AbortSignal) {
  const times: number[] = []
  let failed = 0
  while (!stop.aborted) {
    const began = performance.now()
    const answer = await send(`${url}/api/playlists`, 'GET')
    times.push(performance.now() - began)
    if (answer?.status !== 200) failed += 1
  }
  return { times: times.toSorted((a, b) => a - b), failed }
}

async function statusOf(url: string): Promise<number | undefined> {
  return (await send(url, 'GET'))?.status
}

export const heldLock: Fault = {
  id: 'F10',
  title: 'another process holds the write lock for 30 s',
  async run(folder) {
    const data = join(folder, 'data')
    const ledger = createLedger(join(folder, 'acknowledged'))
    const site = await openSite({ folder: data })
    const stage = await setStage(site.url)
    const stop = new AbortController()
    const working = writeEverything({ url: site.url, stage, ledger, round: '1' }, stop.signal)
    await delay(500)
    const other = new SQLite(join(data, 'lectern.db'))
    other.exec('begin exclusive')
    const reading = read(site.url, AbortSignal.timeout(HELD_MS))
    await delay(HELD_MS / 2)
    const during = await statusOf(`${site.url}/readyz`)
    const { times, failed } = await reading
    other.exec('commit')
    other.close()
    const before = ledger.acknowledged
    const began = performance.now()
    while ((await statusOf(`${site.url}/readyz`)) !== 200 && performance.now() - began < HEALED_MS)
      await delay(50)
    const healed = performance.now() - began
    await delay(500)
    stop.abort()
    const { answers, unanswered, withoutRetryAfter } = await working
    const after = ledger.acknowledged - before
    const verdict = await check(data, ledger)
    await stopSite(site)
    const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN
    const held =
      verdict.lost.length + verdict.wrong.length + unanswered + withoutRetryAfter + failed === 0 &&
      Object.keys(answers).every((status) => ['200', '201', '503'].includes(status)) &&
      (answers[503] ?? 0) > 0 &&
      during === 503 &&
      healed < HEALED_MS &&
      after > 0
    return {
      held,
      figures: `${answers[503] ?? 0} writes refused with 503 and Retry-After, no other error; ${times.length} reads meanwhile, ${failed} failed, p99 ${Math.round(p99)} ms; /readyz 503, well again ${Math.round(healed)} ms after; ${verdict.lost.length} lost`,
    }
  },
}
