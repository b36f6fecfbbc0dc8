import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { check } from './checker.ts'
import { createFixtures } from './client.ts'
import type { Fault } from './fault.ts'
import { createLedger } from './ledger.ts'
import { openSite, stopSite } from './site.ts'
import { writeEverything } from './writers.ts'

const ROUNDS = 20
const LOADED_MS = 400
const STOP_LIMIT_MS = 10_000

export const stopUnderLoad: Fault = {
  id: 'F24',
  title: 'SIGTERM under eight writers',
  async run(folder, say) {
    const data = join(folder, 'data')
    const ledger = createLedger(join(folder, 'acknowledged'))
    let fixtures: Awaited<ReturnType<typeof createFixtures>> | undefined
    const ends: (number | string)[] = []
    const took: number[] = []
    const faults: string[] = []
    let rejected = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const site = await openSite({ folder: data })
      fixtures ??= await createFixtures(site.url)
      const stop = new AbortController()
      const working = writeEverything({ url: site.url, fixtures, ledger, round: String(round) }, stop.signal)
      await delay(LOADED_MS)
      const began = performance.now()
      ends.push(await stopSite(site))
      took.push(performance.now() - began)
      stop.abort()
      const { answers, unanswered } = await working
      rejected += answers[503] ?? 0
      // The last request of each writer finds no server.
      if (unanswered > 8) faults.push(`${unanswered} requests without an answer`)
      if (Object.keys(answers).some((status) => Number(status) >= 500 && status !== '503'))
        faults.push(JSON.stringify(answers))
      const verdict = await check(data, ledger)
      faults.push(...verdict.lost, ...verdict.wrong)
    }
    for (const line of faults.slice(0, 10)) say(`  ${line}`)
    const slowest = Math.max(...took)
    return {
      held: faults.length === 0 && ends.every((end) => end === 0) && slowest <= STOP_LIMIT_MS,
      figures: `${ROUNDS} stops, ${ledger.acknowledged} writes acknowledged, ${faults.length} lost or wrong, every exit ${[...new Set(ends)].join(' and ')}, slowest ${Math.round(slowest)} ms, ${rejected} answered with 503`,
    }
  },
}
