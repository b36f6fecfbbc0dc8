import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { endsWithUs } from '#scripts/start-program.ts'
import { check } from './checker.ts'
import { createFixtures, send } from './client.ts'
import type { Fault } from './fault.ts'
import { createLedger } from './ledger.ts'
import { lacks } from './machine.ts'
import { percentile, readUntil } from './reading.ts'
import { ADMIN, openSite, stopSite } from './site.ts'
import { writeEverything } from './writers.ts'

const SECONDS = 20
const SLOWEST_MS = 5000

/** Logins, one after the other. */
async function logInUntil(url: string, stop: AbortSignal) {
  let done = 0
  let rejected = 0
  while (!stop.aborted) {
    const status = (await send(`${url}/api/auth/login`, 'POST', { json: ADMIN }))?.status
    if (status === 200) done += 1
    else rejected += 1
  }
  return { done, rejected }
}

export const busyProcessor: Fault = {
  id: 'F15',
  title: 'eight other processes use the processors (stress-ng)',
  lacks: () => lacks('stress-ng'),
  async run(folder) {
    const data = join(folder, 'data')
    const ledger = createLedger(join(folder, 'acknowledged'))
    const site = await openSite({ folder: data })
    const fixtures = await createFixtures(site.url)
    endsWithUs(spawn('stress-ng', ['--quiet', '--cpu', '8', '--timeout', `${SECONDS}s`], { stdio: 'ignore' }))
    const stop = AbortSignal.timeout(SECONDS * 1000)
    const [counts, reads, logins] = await Promise.all([
      writeEverything({ url: site.url, fixtures, ledger, round: '1' }, stop),
      readUntil(site.url, stop),
      logInUntil(site.url, stop),
    ])
    const verdict = await check(data, ledger)
    const exit = await stopSite(site)
    const writes = counts.acknowledged.map(({ kind, begun, answered }) => ({ kind, took: answered - begun }))
    const slowestOf = (isOne: (kind: string) => boolean) =>
      Math.max(0, ...writes.filter(({ kind }) => isOne(kind)).map(({ took }) => took))
    // Encoding a picture needs the processor, so an upload takes long when there is little of it.
    const uploads = slowestOf((kind) => kind === 'playlist')
    const slowest = Math.max(
      slowestOf((kind) => kind !== 'playlist'),
      reads.times.at(-1) ?? 0,
    )
    const errors = Object.keys(counts.answers).filter(
      (status) => !['200', '201', '503'].includes(status),
    ).length
    return {
      held:
        verdict.lost.length + verdict.wrong.length + counts.unanswered + errors === 0 &&
        slowest < SLOWEST_MS &&
        logins.done > 0 &&
        exit === 0,
      figures:
        `${writes.length} writes and ${reads.times.length} reads (p99 ${Math.round(percentile(reads.times, 0.99))} ms) answered, slowest ${Math.round(slowest)} ms, of the uploads ${Math.round(uploads)} ms; ` +
        `${counts.answers[503] ?? 0} writes and ${reads.failed} reads answered with 503, ${counts.unanswered} not answered; ${logins.done} logins done, ${logins.rejected} rejected; ` +
        `${verdict.lost.length} lost, ${verdict.wrong.length} wrong`,
    }
  },
}
