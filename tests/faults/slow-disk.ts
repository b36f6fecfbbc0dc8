import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { check } from './checker.ts'
import { createFixtures, type Fixtures, send } from './client.ts'
import type { Fault } from './fault.ts'
import { interfere, interferedIn } from './interference.ts'
import { createLedger } from './ledger.ts'
import { lacks } from './machine.ts'
import { percentile, type Reads, readUntil } from './reading.ts'
import { openSite, stopSite } from './site.ts'
import { writeEverything } from './writers.ts'

const SLOW_MS = 15_000
const CROWD = 150
const READ_BAR_MS = 100
const CLIENT_LIMIT_MS = 60_000
/** The limit of writes that wait for the disk, plus the eight writers whose responses are on their way. */
const MAY_WAIT = 64 + 8
/** The delay of each sync, of the database and of pictures, in microseconds. */
const slowness = (more: number) => `fdatasync,fsync:delay_exit=${more}`
const SLOW = slowness(200_000)
/** A delay so long that the server receives the whole crowd before the first write is on the disk. */
const VERY_SLOW = slowness(5_000_000)

const p99 = ({ times }: Reads): number => percentile(times, 0.99)

/** Sends far more writes at once than may wait. Counts the accepted, the rejected and the others. */
async function crowd(url: string, { students, courseId }: Fixtures) {
  const answers = await Promise.all(
    Array.from({ length: CROWD }, (_, n) =>
      send(`${url}/api/comments`, 'POST', {
        token: students[n % students.length],
        json: { courseId, text: `crowd ${n}` },
      }),
    ),
  )
  const count = (wanted: number) => answers.filter((answer) => answer?.status === wanted).length
  return { taken: count(201), rejected: count(503), others: CROWD - count(201) - count(503) }
}

export const slowDisk: Fault = {
  id: 'F09',
  title: 'each sync takes 200 ms longer',
  lacks: () => lacks('strace'),
  async run(folder) {
    const data = join(folder, 'data')
    const trace = join(folder, 'trace')
    const ledger = createLedger(join(folder, 'acknowledged'))
    const site = await openSite({ folder: data })
    const fixtures = await createFixtures(site.url)
    const stop = new AbortController()
    const working = writeEverything({ url: site.url, fixtures, ledger, round: '1' }, stop.signal)
    const quick = await readUntil(site.url, AbortSignal.timeout(3000))
    const release = await interfere(site.process.pid, SLOW, trace)
    const before = ledger.acknowledged
    const reads = await readUntil(site.url, AbortSignal.timeout(SLOW_MS))
    const written = ledger.acknowledged - before
    await release()
    const releaseCrowd = await interfere(site.process.pid, VERY_SLOW, join(folder, 'trace-of-crowd'))
    const pushed = await Promise.race([
      crowd(site.url, fixtures),
      delay(CLIENT_LIMIT_MS, undefined, { ref: false }),
    ])
    await releaseCrowd()
    stop.abort()
    const { answers, unanswered } = await working
    const verdict = await check(data, ledger)
    const exit = await stopSite(site)
    const errors = Object.keys(answers).filter((status) => !['200', '201', '503'].includes(status)).length
    const sound = verdict.lost.length + verdict.wrong.length + unanswered + errors + reads.failed === 0
    const bounded =
      pushed !== undefined && pushed.rejected > 0 && pushed.taken <= MAY_WAIT && pushed.others === 0
    const bar = p99(reads) < READ_BAR_MS ? 'within' : 'over'
    return {
      held: sound && bounded && exit === 0 && p99(reads) < READ_BAR_MS,
      figures:
        `${interferedIn(trace).length} slowed syncs, ${written} writes acknowledged meanwhile; reads p99 ${Math.round(p99(reads))} ms ` +
        `(${Math.round(p99(quick))} ms before), ${reads.failed} failed: ${bar} the bar of ${READ_BAR_MS} ms; ` +
        `of ${CROWD} writes at once, when a sync takes 5 s, ${pushed?.taken} taken, ${pushed?.rejected} rejected with 503, ${pushed?.others} otherwise; ` +
        `${verdict.lost.length} lost, ${verdict.wrong.length} wrong`,
    }
  },
}
