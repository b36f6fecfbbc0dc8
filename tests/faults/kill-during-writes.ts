import { randomInt } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { check } from './checker.ts'
import { createFixtures, type Fixtures } from './client.ts'
import { type Fault, inFolder, median } from './fault.ts'
import { createLedger } from './ledger.ts'
import { killSite, openSite, stopSite } from './site.ts'
import { writeEverything } from './writers.ts'

/** FAULT_ROUNDS shortens the run; the figures contain the number of rounds. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 200)
const CONTROL_ROUNDS = 15
const READY_MS = 2000

interface Start {
  startedIn: number
  workedFor: number
}

/** On a busy machine the processor time of a start counts; the figures contain both times. */
function isQuick(starts: Start[]): boolean {
  const overloaded = (loadavg()[1] ?? 0) > cpus().length
  return median(starts.map((start) => (overloaded ? start.workedFor : start.startedIn))) <= READY_MS
}

function readyInWords(starts: Start[]): string {
  const times = starts.map(({ startedIn }) => startedIn)
  const work = Math.round(median(starts.map(({ workedFor }) => workedFor)))
  const load = `load ${(loadavg()[1] ?? 0).toFixed(1)} on ${cpus().length} cores`
  return `ready again in ${Math.round(median(times))} ms (slowest ${Math.round(Math.max(...times))} ms; ${load}), ${work} ms of them its own work`
}

interface Kills {
  rounds: number
  preload?: 'answer-early'
  say: (line: string) => void
}

/** Repeats: eight writers, `kill -9` at a random time, the next start, and a check of everything. */
async function killAndCheck(folder: string, { rounds, preload, say }: Kills) {
  const data = join(folder, 'data')
  const ledger = createLedger(join(folder, 'acknowledged'))
  const started: Start[] = []
  const lost: string[] = []
  const wrong: string[] = []
  let fixtures: Fixtures | undefined
  for (let round = 0; round < rounds; round += 1) {
    const site = await openSite({ folder: data, ...(preload && { preload }) })
    started.push(site)
    fixtures ??= await createFixtures(site.url)
    const verdict = await check(data, ledger)
    lost.push(...verdict.lost)
    wrong.push(...verdict.wrong)
    const stop = new AbortController()
    const working = writeEverything({ url: site.url, fixtures, ledger, round: String(round) }, stop.signal)
    await delay(randomInt(5, 501))
    await killSite(site)
    stop.abort()
    await working
    if (round % 20 === 19) say(`${round + 1} kills, ${ledger.acknowledged} acknowledged, ${lost.length} lost`)
  }
  const last = await openSite({ folder: data })
  started.push(last)
  const verdict = await check(data, ledger)
  await stopSite(last)
  lost.push(...verdict.lost)
  wrong.push(...verdict.wrong)
  return { acknowledged: ledger.acknowledged, lost, wrong, started: started.slice(1) }
}

export const killDuringWrites: Fault = {
  id: 'F01',
  title: 'kill -9 under eight writers',
  async run(folder, say) {
    const { acknowledged, lost, wrong, started } = await killAndCheck(folder, { rounds: ROUNDS, say })
    const control = await inFolder((target) =>
      killAndCheck(target, { rounds: CONTROL_ROUNDS, preload: 'answer-early', say }),
    )
    for (const line of [...lost, ...wrong].slice(0, 10)) say(`  ${line}`)
    return {
      held: lost.length === 0 && wrong.length === 0 && control.lost.length > 0 && isQuick(started),
      figures:
        `${ROUNDS} kills, ${acknowledged} writes acknowledged, ${lost.length} lost, ${wrong.length} half done; ${readyInWords(started)}. ` +
        `Control that answers before its commit: ${control.lost.length} of ${control.acknowledged} lost in ${CONTROL_ROUNDS} kills`,
    }
  },
}
